import { fork, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { within } from "../program/deadline.ts";
import { findFreePort } from "../program/free-port.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { endChild, keepTrackOf } from "./child-processes.ts";

/** A ClickHouse of one test file: its engine in a process of its own, or the server of CLICKHOUSE_URL. */
export type ClickHouseServer = AsyncDisposable & {
  readonly url: string;
  /** Undefined where it is a server of somebody else, which is not to be stopped. */
  readonly process: ClickHouseProcess | undefined;
};

export type ClickHouseProcess = {
  pid(): number;
  readonly dataFolder: string;
  signal(name: NodeJS.Signals): void;
  /** Sends SIGKILL and waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder, after `kill`. */
  restart(): Promise<void>;
};

const startDeadlineMs = 60_000;
const program = fileURLToPath(new URL("clickhouse/serve.ts", import.meta.url));

/** Where chdb is installed, or a server's URL; undefined where neither could be had, which the run has said. */
export function clickhouseAddress(): string | undefined {
  return inject("services")["clickhouse"];
}

/** A name that no other test has: one server may be everybody's. */
export function newDatabaseName(): string {
  return `narrows_test_${randomUUID().replaceAll("-", "")}`;
}

/**
 * Starts ClickHouse's engine on a free port of 127.0.0.1, in a folder of its own, where there is no server to be used.
 *
 * @param under What the engine is to be started by, for a data folder: a program and its arguments, before the engine's.
 */
export async function startClickHouse(
  address = clickhouseAddress(),
  under: (dataFolder: string) => readonly string[] = () => [],
): Promise<ClickHouseServer> {
  if (address === undefined) throw new Error("There is no ClickHouse; the services line at the start says why.");
  if (URL.canParse(address)) return { url: address, process: undefined, async [Symbol.asyncDispose]() {} };
  const folder = await makeTempFolder();
  const port = await findFreePort();
  const start = () => launch([address, folder.path, String(port)], under(folder.path));
  let child = await start();
  return {
    url: `http://127.0.0.1:${port}`,
    process: {
      pid: () => child.pid ?? 0,
      dataFolder: folder.path,
      signal: (name) => void child.kill(name),
      kill: () => endChild(child, "SIGKILL"),
      async restart() {
        child = await start();
      },
    },
    async [Symbol.asyncDispose]() {
      await endChild(child, "SIGKILL");
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function launch(args: readonly string[], under: readonly string[]): Promise<ChildProcess> {
  // Several queries at once, each on a thread of its own.
  const env = { ...process.env, UV_THREADPOOL_SIZE: "16" };
  const [execPath, ...execArgv] = [...under, process.execPath];
  const child = keepTrackOf(
    fork(program, args, { env, execPath, execArgv, stdio: ["ignore", "ignore", "inherit", "ipc"] }),
  );
  try {
    const ended = once(child, "exit").then(() => Promise.reject(new Error("ClickHouse ended before it was ready.")));
    await within(startDeadlineMs, "The start of ClickHouse", Promise.race([once(child, "message"), ended]));
    return child;
  } catch (error) {
    await endChild(child, "SIGKILL");
    throw error;
  }
}
