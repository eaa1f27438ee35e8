import { isCode } from "../../code-form.ts";
import type { LinkKey } from "../../link.ts";
import { StoreError } from "../../store-error.ts";
import type { Row, Rows } from "./connection.ts";
import { keyText } from "./key-text.ts";
import type { Pool } from "./pool.ts";
import { storeErrorFrom } from "./postgres-error.ts";
import { useToRead } from "./read-again.ts";
import { arrayText, type Statement } from "./sql.ts";

export type LookupOptions<Answer> = {
  readonly pool: Pool;
  /** Takes `domains` and `codes`; a row begins with the place that its key has there, from 1 on. */
  readonly statement: Statement;
  readonly answerFromRow: (row: Row) => Answer;
  /** Queries under way at the same time, at most: as many as the pool has connections. */
  readonly maxQueries: number;
  /** Links in one query, at most. */
  readonly batchLimit: number;
  /** Lookups that wait, at most; more are refused. */
  readonly queueLimit: number;
};

export type LookupStats = {
  readonly waiting: number;
  /** `lookups` divided by this is how many one query served. */
  readonly queries: number;
  readonly lookups: number;
  readonly overloaded: number;
};

type Lookup<Answer> = {
  readonly key: LinkKey;
  readonly promise: Promise<Answer | undefined>;
  readonly resolve: (answer: Answer | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Point reads: those of one turn of the event loop, and those that come while the queries before are under way, go out
 * as one query. Equal ones are one; one that comes when its equal has gone out already is asked anew, for the link may
 * have changed since.
 */
export class Lookups<Answer> {
  readonly #options: LookupOptions<Answer>;
  #waiting = new Map<string, Lookup<Answer>>();
  #queriesUnderWay = 0;
  #isPlanned = false;
  #isClosed = false;
  #whenIdle: (() => void) | undefined;
  readonly #counts = { queries: 0, lookups: 0, overloaded: 0 };

  constructor(options: LookupOptions<Answer>) {
    this.#options = options;
  }

  /** @throws {StoreError} */
  find(key: LinkKey): Promise<Answer | undefined> {
    // What can be no code is in no row, and may be what PostgreSQL takes for no text.
    if (!isCode(key.code)) return Promise.resolve(undefined);
    const text = keyText(key.domain, key.code);
    const same = this.#waiting.get(text);
    if (same !== undefined) return same.promise;
    const lookup = { key, ...Promise.withResolvers<Answer | undefined>() };
    const refusal = this.#refusal();
    if (refusal === undefined) {
      this.#waiting.set(text, lookup);
      this.#plan();
    } else {
      lookup.reject(refusal);
    }
    return lookup.promise;
  }

  /** Refuses everything that waits. */
  refuseAll(error: StoreError): void {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const { reject } of waiting.values()) reject(error);
  }

  stats(): LookupStats {
    return { waiting: this.#waiting.size, ...this.#counts };
  }

  /** Refuses new ones and resolves when all accepted ones are answered. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    if (this.#isBusy()) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
  }

  #isBusy(): boolean {
    return this.#waiting.size > 0 || this.#queriesUnderWay > 0;
  }

  #plan(): void {
    if (this.#isPlanned || this.#queriesUnderWay >= this.#options.maxQueries) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      while (this.#waiting.size > 0 && this.#queriesUnderWay < this.#options.maxQueries) void this.#sendBatch();
    });
  }

  async #sendBatch(): Promise<void> {
    const batch = this.#takeBatch();
    this.#queriesUnderWay += 1;
    this.#counts.queries += 1;
    this.#counts.lookups += batch.length;
    try {
      const rows = await this.#ask(batch);
      const found = batch.map((): Answer | undefined => undefined);
      for (const row of rows) found[Number(row[0]) - 1] = this.#options.answerFromRow(row);
      for (const [index, { resolve }] of batch.entries()) resolve(found[index]);
    } catch (error) {
      const meaning = storeErrorFrom(error);
      for (const { reject } of batch) reject(meaning);
    } finally {
      this.#queriesUnderWay -= 1;
      if (this.#waiting.size > 0) this.#plan();
      if (!this.#isBusy()) this.#whenIdle?.();
    }
  }

  #ask(batch: readonly Lookup<Answer>[]): Promise<Rows> {
    const domains = arrayText(batch.map(({ key }) => key.domain));
    const codes = arrayText(batch.map(({ key }) => key.code));
    const { pool, statement } = this.#options;
    return useToRead(pool, (connection) => connection.run(statement, { domains, codes }));
  }

  #takeBatch(): readonly Lookup<Answer>[] {
    const { batchLimit } = this.#options;
    if (this.#waiting.size <= batchLimit) {
      const all = [...this.#waiting.values()];
      this.#waiting = new Map();
      return all;
    }
    const batch: Lookup<Answer>[] = [];
    for (const [text, lookup] of this.#waiting) {
      batch.push(lookup);
      this.#waiting.delete(text);
      if (batch.length === batchLimit) break;
    }
    return batch;
  }

  #refusal(): StoreError | undefined {
    if (this.#isClosed) return new StoreError("STORE_UNAVAILABLE", "The database was closed.");
    if (this.#waiting.size < this.#options.queueLimit) return this.#options.pool.refusal();
    this.#counts.overloaded += 1;
    return new StoreError("STORE_OVERLOADED", "Too many lookups are waiting. Try again, more slowly.");
  }
}
