import { spawn } from "node:child_process";
import { once } from "node:events";
import { pinTo, stopChild } from "../process/child.ts";

/** Longer than any round is. */
const answerWithinMs = 900_000;

export type AskedProgramOptions = {
  /** The program; it calls `answerOrders`. */
  readonly file: string;
  /** What it is given at its start. */
  readonly setup: object;
  readonly nodeOptions?: readonly string[];
  readonly core: number | undefined;
  readonly signal: AbortSignal;
};

/** A process of its own that does what it is told, one order at a time. Stopped when disposed. */
export interface AskedProgram<Order extends object, Answer> extends AsyncDisposable {
  /** Rejects when the program fails. */
  ask(order: Order): Promise<Answer>;
}

/** Starts a program of ours beside this process. */
export function startAsked<Order extends object, Answer>(options: AskedProgramOptions): AskedProgram<Order, Answer> {
  const { file, setup, nodeOptions = [], core, signal } = options;
  signal.throwIfAborted();
  const whole = [...pinTo(core), process.execPath, ...nodeOptions, file, JSON.stringify(setup)];
  const child = spawn(whole[0] ?? "", whole.slice(1), { stdio: ["ignore", "ignore", "pipe", "ipc"] });
  const ended = once(child, "close").then(
    () => undefined,
    () => undefined,
  );
  let complaint = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (complaint = (complaint + text).slice(-4000)));
  const failed = ended.then(() => {
    throw new Error(`${file} has ended:\n${complaint}`);
  });
  failed.catch(() => undefined);
  return {
    async ask(order) {
      const answered = once(child, "message", {
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
      });
      answered.catch(() => undefined);
      child.send(order);
      const [answer] = (await Promise.race([answered, failed])) as [Answer];
      return answer;
    },
    [Symbol.asyncDispose]: () => stopChild(child, ended),
  };
}
