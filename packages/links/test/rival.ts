import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A second process that works on the same file; see sqlite-rival.ts. */
export type Rival = {
  readonly child: ChildProcessWithoutNullStreams;
  /** What it says, one JSON value a line, from its start. */
  readonly said: AsyncIterator<unknown>;
  /** Lets it begin. */
  readonly begin: () => void;
  readonly exited: Promise<readonly [code: number | null, signal: NodeJS.Signals | null]>;
};

/** Starts a rival; whoever starts it sees to it that it ends. */
export function spawnRival(task: string, path: string, more = ""): Rival {
  const script = new URL("sqlite-rival.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [script, task, path, more], { stdio: ["pipe", "pipe", "pipe"] });
  child.stderr.pipe(process.stderr);
  return {
    child,
    said: parseLines(child),
    begin: () => void child.stdin.write("go\n"),
    exited: once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>,
  };
}

/** Waits until a rival is ready to begin. */
export async function ready(rival: Rival): Promise<Rival> {
  const first = await rival.said.next();
  if (first.value !== "ready") throw new Error(`The rival did not get ready: ${JSON.stringify(first)}`);
  return rival;
}

async function* parseLines(child: ChildProcessWithoutNullStreams): AsyncGenerator {
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line);
}
