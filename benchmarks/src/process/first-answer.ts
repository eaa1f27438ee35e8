import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** How often a port that refuses is asked again: the resolution of the start benchmark. */
const askAgainAfterMs = 1;

export type Answer = { readonly status: number; readonly location: string | undefined };

/**
 * Asks until there is an answer with a status below 500, and gives it.
 *
 * @throws When `withinMs` have passed, or `ended` settles first: `explain` then says what the process wrote.
 */
export async function firstAnswer(
  url: string,
  options: { readonly withinMs: number; readonly ended: Promise<void>; readonly explain: () => string },
): Promise<Answer> {
  const deadline = performance.now() + options.withinMs;
  let hasEnded = false;
  void options.ended.then(() => (hasEnded = true));
  for (;;) {
    const answer = await ask(url).catch(() => undefined);
    if (answer !== undefined && answer.status < 500) return answer;
    if (hasEnded) throw new Error(`The program ended before it answered ${url}:\n${options.explain()}`);
    if (performance.now() > deadline) throw new Error(`No answer from ${url} in time:\n${options.explain()}`);
    await sleep(askAgainAfterMs);
  }
}

async function ask(url: string): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: false, timeout: 5000 }, resolve).on("error", reject);
  });
  response.resume();
  return { status: response.statusCode ?? 0, location: response.headers.location };
}
