import { eventually } from "../../program/deadline.ts";
import { inParallel } from "../../program/in-parallel.ts";
import { linksApi } from "../../program/links-api.ts";
import type { Program } from "../../program/program.ts";

const patienceMs = 120_000;
const quarterMs = 900_000;
export const dayMs = 86_400_000;

/** Milliseconds since 1970. */
export type Span = { readonly from: number; readonly to: number };

/** Wherever a wrong clock may have put a click. */
const anywhere = (): Span => ({ from: Date.now() - 10 * dayMs, to: Date.now() + 10 * dayMs });

export async function createLink({ http, admin }: Program, alias: string): Promise<void> {
  await linksApi(http, admin).mustCreate({ longUrl: "https://example.com/", alias });
}

/** Follows a link so many times. @returns How many answers were a redirect. */
export async function followTimes({ http }: Program, alias: string, times: number): Promise<number> {
  let redirects = 0;
  await inParallel(32, Array.from({ length: times }), async () => {
    const { status } = await http.ask("GET", `/${alias}`);
    if (status === 302) redirects += 1;
  });
  return redirects;
}

/** Clicks of all classes that are counted in a span, which is widened to whole quarters of an hour; of all time by default. */
export async function storedIn({ http, admin }: Program, alias: string, span?: Span): Promise<number> {
  const { from, to } = span ?? anywhere();
  const ends = [Math.floor(from / quarterMs), Math.floor(to / quarterMs) + 1].map((quarter) =>
    new Date(quarter * quarterMs).toISOString(),
  );
  const answer = await http.ask("GET", `/v1/urls/${alias}/stats?from=${ends[0]}&to=${ends[1]}`, { headers: admin });
  if (answer.status !== 200) throw new Error(`The report answered ${answer.status}: ${answer.body}`);
  const { byClass } = answer.json() as { readonly byClass: Readonly<Record<string, number>> };
  return Object.values(byClass).reduce((sum, count) => sum + count, 0);
}

/** The clicks that the program itself says were dropped, of all reasons. */
export async function droppedBy({ http, admin }: Program): Promise<number> {
  const { body } = await http.ask("GET", "/metrics", { headers: admin });
  const values = body.matchAll(/^narrows_clicks_dropped_total\{[^}]*\} (\d+)$/gm);
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
}

/** Waits until at least so many are counted or dropped; more would be seen, too. */
export function untilAccounted(program: Program, alias: string, sent: number) {
  return eventually(patienceMs, `The books of ${alias}`, async () => {
    const [stored, dropped] = [await storedIn(program, alias), await droppedBy(program)];
    return stored + dropped >= sent ? { stored, dropped } : undefined;
  });
}
