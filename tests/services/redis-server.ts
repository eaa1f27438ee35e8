import { spawn, type ChildProcess } from "node:child_process";
import { inject } from "vitest";
import { within } from "../program/deadline.ts";
import { findFreePort } from "../program/free-port.ts";
import { makeTempFolder, type TempFolder } from "../program/temp-folder.ts";
import { endChild, keepTrackOf } from "./child-processes.ts";

/** A Redis of one test file. Disposing ends it, whatever its state, and takes its folder away. */
export type RedisServer = AsyncDisposable & {
  readonly port: number;
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
  /** Sends SIGKILL and waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder, after `kill`. Nothing that it kept is there. */
  restart(): Promise<void>;
};

const startDeadlineMs = 60_000;

/** The path of redis-server; undefined where it could not be had, which the run has said. */
export function redisProgram(): string | undefined {
  return inject("services")["redis-server"];
}

/**
 * Starts redis-server on a free port of 127.0.0.1, in a folder of its own, without persistence.
 *
 * @param options Further ones, such as `["--maxmemory", "10mb"]`.
 */
export async function startRedis(options: readonly string[] = []): Promise<RedisServer> {
  const folder = await makeTempFolder();
  const port = await findFreePort();
  const start = () => launch(port, folder, options);
  let child = await start().catch(async (error: unknown) => {
    await folder[Symbol.asyncDispose]();
    throw error;
  });
  return {
    port,
    get pid() {
      return child.pid ?? 0;
    },
    signal: (name) => void child.kill(name),
    kill: () => endChild(child, "SIGKILL"),
    async restart() {
      child = await start();
    },
    async [Symbol.asyncDispose]() {
      await endChild(child, "SIGKILL");
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function launch(port: number, folder: TempFolder, options: readonly string[]): Promise<ChildProcess> {
  const program = redisProgram();
  if (program === undefined) throw new Error("There is no redis-server; the services line at the start says why.");
  const fixed = [
    "--bind",
    "127.0.0.1",
    "--port",
    String(port),
    "--dir",
    folder.path,
    "--save",
    "",
    "--appendonly",
    "no",
  ];
  const args = [...fixed, "--daemonize", "no", ...options];
  const child = keepTrackOf(spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] }));
  try {
    await within(startDeadlineMs, "The start of redis-server", saysReady(child));
    return child;
  } catch (error) {
    await endChild(child, "SIGKILL");
    throw error;
  }
}

function saysReady(child: ChildProcess): Promise<void> {
  let text = "";
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("Ready to accept connections")) resolve();
    });
    child.once("close", () => reject(new Error(`redis-server ended before it was ready.\n${text}`)));
  });
}
