import { inParallel } from "../../program/in-parallel.ts";
import type { Program } from "../../program/program.ts";

/** A person, so that the total of the link counts it, too. */
const person = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "accept-language": "ko-KR,ko;q=0.9,en;q=0.8",
} as const;

/** What a redirect waits for the outbox is 250 ms at most; an answer that came sooner was not given up waiting for. */
const promptMs = 200;
const width = 8;

/** What became of redirects, by their numbers. */
export type Followed = {
  sent: number;
  readonly answered: number[];
  /** Those of the answered that came so soon that their click was durable, where clicks are. */
  readonly prompt: number[];
};

/**
 * Follows a link once for each number from `first` on, which its click keeps as `utmTerm`.
 *
 * @returns Books that are kept while it goes on, and its end: when all are answered, or the service is gone.
 */
export function startFollowing({ http }: Program, alias: string, { first, count }: { first: number; count: number }) {
  const followed: Followed = { sent: 0, answered: [], prompt: [] };
  let isGone = false;
  const numbers = Array.from({ length: count }, (_, index) => first + index);
  const end = inParallel(width, numbers, async (number) => {
    if (isGone) return;
    followed.sent += 1;
    const sentAt = performance.now();
    const answer = await http.ask("GET", `/${alias}?utm_term=${number}`, { headers: person }).catch(() => undefined);
    if (answer === undefined) isGone = true;
    if (answer?.status !== 302) return;
    followed.answered.push(number);
    if (performance.now() - sentAt < promptMs) followed.prompt.push(number);
  });
  return { followed, end };
}

/** Follows it to the last number. */
export async function followNumbered(program: Program, alias: string, first: number, count: number): Promise<Followed> {
  const { followed, end } = startFollowing(program, alias, { first, count });
  await end;
  return followed;
}
