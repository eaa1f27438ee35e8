import { spawn } from "node:child_process";
import { within } from "../program/deadline.ts";
import { childEnvironment, narrowsPath, rootPath } from "../program/narrows-path.ts";
import { adminKey } from "../program/program.ts";
import { endChild, keepTrackOf } from "../services/child-processes.ts";

/** A running `narrows edge-agent`. */
export type EdgeAgent = AsyncDisposable & {
  readonly purgePort: number;
  output(): string;
  signal(name: NodeJS.Signals): void;
  kill(): Promise<void>;
  /** @returns The exit code. */
  stop(): Promise<number | null>;
};

const startDeadlineMs = 60_000;

/** Starts the agent and waits until it trusts its list. */
export async function startEdgeAgent(folder: string, servicePort: number): Promise<EdgeAgent> {
  const args = ["edge-agent", "--folder", folder, "--listen", "0", "--server", `http://127.0.0.1:${servicePort}`];
  const env = childEnvironment({ NARROWS_KEY: adminKey });
  const child = keepTrackOf(
    spawn(process.execPath, [narrowsPath, ...args], { cwd: rootPath, env, stdio: ["ignore", "ignore", "pipe"] }),
  );
  let text = "";
  const trusted = new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("the cache is used")) resolve();
    });
    child.once("close", () => reject(new Error(`The agent ended.\n${text}`)));
  });
  try {
    await within(startDeadlineMs, "The agent's start", trusted);
  } catch (error) {
    await endChild(child, "SIGKILL");
    throw error;
  }
  return {
    purgePort: Number(/127\.0\.0\.1:(\d+)/.exec(text)?.[1]),
    output: () => text,
    signal: (name) => void child.kill(name),
    kill: () => endChild(child, "SIGKILL"),
    async stop() {
      await endChild(child);
      return child.exitCode;
    },
    [Symbol.asyncDispose]: () => endChild(child, "SIGKILL"),
  };
}
