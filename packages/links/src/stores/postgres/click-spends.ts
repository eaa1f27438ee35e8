import type { SpendOutcome, SpendRequest } from "../../click-budget.ts";
import { isCode } from "../../code-form.ts";
import { StoreError } from "../../store-error.ts";
import type { Rows } from "./connection.ts";
import { keyText } from "./key-text.ts";
import { targetFromRow } from "./link-row.ts";
import type { Pool } from "./pool.ts";
import { changeErrorFrom } from "./postgres-error.ts";
import { arrayText, readStatement } from "./sql.ts";

export type ClickSpendOptions = {
  /** Of one connection: the clicks that come while it is busy go out together next. */
  readonly pool: Pick<Pool, "use" | "refusal">;
  /** Links in one statement, at most. */
  readonly batchLimit: number;
  /** Clicks that wait, at most; more are refused. */
  readonly queueLimit: number;
};

export type ClickSpendStats = {
  readonly waiting: number;
  /** `clicks` divided by this is how many one commit served. */
  readonly statements: number;
  readonly clicks: number;
  readonly overloaded: number;
};

type Click = {
  readonly resolve: (outcome: SpendOutcome) => void;
  readonly reject: (error: unknown) => void;
};

/** The clicks of one link, in one version. */
type Line = { readonly request: SpendRequest; readonly clicks: Click[] };

const spendClicks = readStatement("spend-clicks");

/**
 * Spends clicks: those of one turn of the event loop, and those that come while the statement before is under way, go out
 * as one. Clicks of one link are one row of it, so that a link that all the world opens costs one commit for all of them.
 */
export class ClickSpends {
  readonly #options: ClickSpendOptions;
  #lines = new Map<string, Line>();
  #isPlanned = false;
  #isUnderWay = false;
  #isClosed = false;
  #whenIdle: (() => void) | undefined;
  readonly #counts = { waiting: 0, statements: 0, clicks: 0, overloaded: 0 };

  constructor(options: ClickSpendOptions) {
    this.#options = options;
  }

  /** @throws {StoreError} */
  spend(request: SpendRequest): Promise<SpendOutcome> {
    // What can be no code is in no row, and may be what PostgreSQL takes for no text.
    if (!isCode(request.key.code)) return Promise.resolve({ kind: "changed", target: undefined });
    return new Promise((resolve, reject) => {
      const refusal = this.#refusal();
      if (refusal !== undefined) throw refusal;
      const text = keyText(keyText(request.key.domain, request.key.code), request.version);
      const line = this.#lines.get(text) ?? { request, clicks: [] };
      line.clicks.push({ resolve, reject });
      this.#lines.set(text, line);
      this.#counts.waiting += 1;
      this.#plan();
    });
  }

  /** Refuses everything that waits. */
  refuseAll(error: StoreError): void {
    const lines = [...this.#lines.values()];
    this.#lines = new Map();
    this.#counts.waiting = 0;
    for (const { clicks } of lines) for (const { reject } of clicks) reject(error);
    if (!this.#isBusy()) this.#whenIdle?.();
  }

  stats(): ClickSpendStats {
    return { ...this.#counts };
  }

  /** Refuses new ones and resolves when all accepted ones are answered. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    if (this.#isBusy()) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
  }

  #isBusy(): boolean {
    return this.#lines.size > 0 || this.#isUnderWay;
  }

  #plan(): void {
    if (this.#isPlanned || this.#isUnderWay) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      if (this.#lines.size > 0) void this.#sendBatch();
    });
  }

  async #sendBatch(): Promise<void> {
    const batch = this.#takeBatch();
    this.#isUnderWay = true;
    this.#counts.statements += 1;
    try {
      settle(batch, await this.#ask(batch));
    } catch (error) {
      for (const { clicks } of batch) for (const { reject } of clicks) reject(error);
    } finally {
      this.#isUnderWay = false;
      if (this.#lines.size > 0) this.#plan();
      if (!this.#isBusy()) this.#whenIdle?.();
    }
  }

  #takeBatch(): readonly Line[] {
    const batch: Line[] = [];
    for (const [text, line] of this.#lines) {
      batch.push(line);
      this.#lines.delete(text);
      this.#counts.waiting -= line.clicks.length;
      this.#counts.clicks += line.clicks.length;
      if (batch.length === this.#options.batchLimit) break;
    }
    return batch;
  }

  #ask(batch: readonly Line[]): Promise<Rows> {
    const parameters = {
      domains: arrayText(batch.map(({ request }) => request.key.domain)),
      codes: arrayText(batch.map(({ request }) => request.key.code)),
      versions: arrayText(batch.map(({ request }) => request.version)),
      counts: arrayText(batch.map(({ clicks }) => clicks.length)),
    };
    return this.#options.pool.use(async (connection) => {
      try {
        return await connection.run(spendClicks, parameters);
      } catch (error) {
        throw changeErrorFrom(error);
      }
    });
  }

  #refusal(): StoreError | undefined {
    if (this.#isClosed) return new StoreError("STORE_UNAVAILABLE", "The database was closed.");
    if (this.#counts.waiting < this.#options.queueLimit) return this.#options.pool.refusal();
    this.#counts.overloaded += 1;
    return new StoreError("STORE_OVERLOADED", "Too many clicks are waiting to be counted. Try again, more slowly.");
  }
}

/** @param rows Of `spend-clicks.sql`; a link that is not there has none. */
function settle(batch: readonly Line[], rows: Rows): void {
  const rowOf = new Map(rows.map((row) => [Number(row[0]), row]));
  for (const [index, { request, clicks }] of batch.entries()) {
    const row = rowOf.get(index + 1);
    const target = row === undefined ? undefined : targetFromRow(row, 2);
    const isSame = target?.version === request.version && target.maxClicks !== null;
    const rest: SpendOutcome = isSame ? { kind: "used-up" } : { kind: "changed", target };
    const granted = Number(row?.[1] ?? 0);
    for (const [place, { resolve }] of clicks.entries()) resolve(place < granted ? { kind: "spent" } : rest);
  }
}
