import { eventually } from "../../program/deadline.ts";
import type { Program } from "../../program/program.ts";
import { readMetric } from "../../program/read-metric.ts";
import { dayMs, storedIn } from "./served-clicks.ts";

const patienceMs = 120_000;
const quarterMs = 900_000;

/** What the reports say of a link, wherever a clock that is wrong by a day may have put its clicks. */
export type Ledger = {
  /** The number of each single click. */
  readonly numbers: readonly string[];
  readonly ids: readonly string[];
  /** How many clicks there are by each roll-up: by class, by a dimension, and since ever. */
  readonly rolledUp: Readonly<Record<"byClass" | "byLanguage" | "ever", number>>;
};

export type Books = Readonly<Record<"recorded" | "logged" | "buffered" | "dropped", number>>;

/** What the program itself says of the clicks that it recorded since its start, of one instant. */
export async function readBooks({ http, admin }: Program): Promise<Books> {
  const { body } = await http.ask("GET", "/metrics", { headers: admin });
  const read = (name: string): number => {
    const values = body.matchAll(new RegExp(`^narrows_clicks_${name}(?:\\{[^}]*\\})? (\\d+)$`, "gm"));
    return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
  };
  return {
    recorded: read("recorded_total"),
    logged: read("logged_total"),
    buffered: read("buffered"),
    dropped: read("dropped_total"),
  };
}

/** Waits until the log has all that was recorded. */
export function untilLogged(program: Program): Promise<Books> {
  return eventually(patienceMs, "An empty buffer", async () => {
    const books = await readBooks(program);
    return books.buffered === 0 && books.logged + books.dropped === books.recorded ? books : undefined;
  });
}

/** Waits until nothing of the log waits to be counted and at least so many are; more would be seen, too. */
export function untilCounted(program: Program, alias: string, atLeast: number): Promise<true> {
  return eventually(patienceMs, `The count of ${alias}`, async () => {
    const stored = await storedIn(program, alias);
    return stored >= atLeast && (await readMetric(program, "narrows_clicks_lag")) === 0 ? true : undefined;
  });
}

/** Waits until all is counted that the log held at an instant; what nobody knows of would be, too. */
export function untilCountedUpTo(program: Program, alias: string, at: number): Promise<true> {
  return eventually(patienceMs, `Reports of ${alias} up to the end`, async () => {
    const { asOf } = (await statsOf(program, alias)).clickCount;
    return asOf !== null && Date.parse(asOf) > at ? true : undefined;
  });
}

/** Waits until records were found that are no clicks. */
export function untilDead(program: Program, records: number): Promise<true> {
  return eventually(patienceMs, "The dead letters", async () =>
    (await readMetric(program, "narrows_clicks_dead_total")) >= records ? true : undefined,
  );
}

export async function readLedger(program: Program, alias: string): Promise<Ledger> {
  const raw = await report(program, `${alias}/clicks`, { class: "all", format: "json" });
  const { clicks } = raw as { readonly clicks: readonly { readonly id: string; readonly utmTerm: string }[] };
  const { values } = (await report(program, `${alias}/breakdown`, { class: "all", dimension: "language" })) as {
    readonly values: readonly { readonly clicks: number }[];
  };
  return {
    numbers: clicks.map(({ utmTerm }) => utmTerm),
    ids: clicks.map(({ id }) => id),
    rolledUp: {
      byClass: await storedIn(program, alias),
      byLanguage: values.reduce((sum, each) => sum + each.clicks, 0),
      ever: (await statsOf(program, alias)).clickCount.clicks,
    },
  };
}

type Stats = { readonly clickCount: { readonly clicks: number; readonly asOf: string | null } };

async function statsOf(program: Program, alias: string): Promise<Stats> {
  return (await report(program, `${alias}/stats`, {})) as Stats;
}

async function report({ http, admin }: Program, path: string, query: Readonly<Record<string, string>>) {
  const instant = (at: number): string => new Date(Math.floor(at / quarterMs) * quarterMs).toISOString();
  const period = { from: instant(Date.now() - 3 * dayMs), to: instant(Date.now() + 3 * dayMs) };
  const answer = await http.ask("GET", `/v1/urls/${path}?${new URLSearchParams({ ...period, ...query }).toString()}`, {
    headers: admin,
  });
  if (answer.status !== 200) throw new Error(`The report answered ${answer.status}: ${answer.body}`);
  return answer.json();
}
