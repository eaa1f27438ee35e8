import { codeOf } from "./link-set.ts";
import { startChild } from "./process/child.ts";
import { firstAnswer } from "./process/first-answer.ts";
import { findFreePort } from "./process/free-port.ts";
import type { RunningSubject, StartOptions } from "./subject.ts";

/** Only a machine that has far too much to do needs so long. */
const answerWithinMs = 60_000;

type Command = {
  readonly command: string;
  readonly args: readonly string[];
  /** Its whole environment; undefined: ours. */
  readonly env?: Readonly<Record<string, string>>;
};

/** Starts a server on a free port and waits until it answers the link set's first link with a redirect. */
export async function startServer(
  name: string,
  options: StartOptions,
  commandFor: (port: number) => Command,
): Promise<RunningSubject> {
  options.signal.throwIfAborted();
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = startChild({ ...commandFor(port), folder: options.folder, wrapper: options.wrapper });
  const origin = `http://127.0.0.1:${port}`;
  try {
    const waiting = { withinMs: answerWithinMs, ended: child.ended, explain: () => child.output() };
    const answer = await firstAnswer(`${origin}/${codeOf(0)}`, waiting);
    const startMs = performance.now() - startedAt;
    if (answer.status !== 302) throw new Error(`${name} answered ${answer.status} instead of 302:\n${child.output()}`);
    return {
      name,
      pid: child.pid,
      origin,
      startMs,
      create: undefined,
      metrics: async () => new Map(),
      [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
    };
  } catch (error) {
    await child[Symbol.asyncDispose]();
    throw error;
  }
}
