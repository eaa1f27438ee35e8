import { spawn } from "node:child_process";
import { eventually } from "../../program/deadline.ts";
import { childEnvironment, narrowsPath } from "../../program/narrows-path.ts";
import { endChild, keepTrackOf, stopProcess } from "../../services/child-processes.ts";

const patienceMs = 60_000;

/** `narrows click-writer`. Disposing kills it, whatever its state. */
export type WriterProcess = AsyncDisposable & {
  signal(name: NodeJS.Signals): void;
  /** By SIGSTOP; resolves when none of its threads does anything more. */
  stop(): Promise<void>;
  /** Waits until its log says this, which it has not said before `after` characters. @returns Characters so far. */
  untilSaid(text: string, after?: number): Promise<number>;
};

/** Starts a writer for what services with CLICK_WRITER=off have logged. */
export function startWriterProcess(dataDir: string, env: Readonly<Record<string, string>> = {}): WriterProcess {
  const environment = childEnvironment({ DATA_DIR: dataDir, ...env });
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const child = keepTrackOf(
    spawn(process.execPath, [narrowsPath, "click-writer"], { env: environment, stdio: [...stdio] }),
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  }
  return {
    signal: (name) => void child.kill(name),
    stop: () => stopProcess(child.pid ?? 0),
    untilSaid: (text, after = 0) =>
      eventually(patienceMs, `The line "${text}"`, async () =>
        output.includes(text, after) ? output.length : undefined,
      ),
    [Symbol.asyncDispose]: () => endChild(child, "SIGKILL"),
  };
}
