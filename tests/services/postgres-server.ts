import { spawn, type ChildProcess } from "node:child_process";
import { inject } from "vitest";
import { within } from "../program/deadline.ts";
import { findFreePort } from "../program/free-port.ts";
import type { TempFolder } from "../program/temp-folder.ts";
import { endChild, isRunning, keepTrackOf, signalEach, untilGone, withChildren } from "./child-processes.ts";
import { makePostgresFolder, superuser } from "./postgres-folder.ts";
import { postgresUser } from "./postgres-user.ts";

/** A PostgreSQL of one test file. Disposing ends it, whatever its state, and takes its folder away. */
export type PostgresServer = AsyncDisposable & {
  /** Of its database `postgres`, as the superuser. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** The last of what it logged. */
  readonly log: string;
  /** To the server and all its processes: SIGSTOP makes it hang as a whole. */
  signal(name: "SIGSTOP" | "SIGCONT"): Promise<void>;
  /** Sends SIGKILL to all its processes and waits until they are gone. What was committed is there after `restart`. */
  kill(): Promise<void>;
  /** Starts it on the same port and folder, after `kill` or, ending every connection, after a proper stop. */
  restart(): Promise<void>;
};

export type PostgresOptions = {
  /** Settings as in postgresql.conf, such as `{ max_connections: 20 }`. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Default: the one that the run brought. */
  readonly program?: string;
};

const startDeadlineMs = 60_000;
const keptLogLength = 65_536;

/** The path of the program `postgres`; undefined where it could not be had, which the run has said. */
export function postgresProgram(): string | undefined {
  return inject("services")["postgres"];
}

/** Starts PostgreSQL on a free port of 127.0.0.1, in a folder of its own; whoever connects may do anything. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const program = neededProgram(options);
  return serve(program, await makePostgresFolder(program), options);
}

/** Starts it in a folder that has data; the server owns the folder from then on. */
export async function serve(program: string, folder: TempFolder, options: PostgresOptions): Promise<PostgresServer> {
  const port = await findFreePort();
  const start = () => launch({ program, folder: folder.path, port, settings: options.settings ?? {} });
  let { child, log } = await start().catch(async (error: unknown) => {
    await folder[Symbol.asyncDispose]();
    throw error;
  });
  /** Of a server that stands still itself, so that no process is begun behind the back of who looks for them. */
  const processes = async () => {
    if (!isRunning(child)) return [];
    signalEach([child.pid ?? 0], "SIGSTOP");
    return withChildren(child.pid ?? 0);
  };
  const kill = async () => {
    const pids = await processes();
    signalEach(pids, "SIGKILL");
    await untilGone(pids, startDeadlineMs);
  };
  return {
    url: `postgres://${superuser}@127.0.0.1:${port}/postgres`,
    port,
    get pid() {
      return child.pid ?? 0;
    },
    get log() {
      return log();
    },
    signal: async (name) => signalEach(await processes(), name),
    kill,
    async restart() {
      // Fast: it ends every connection, and writes what it has to.
      await endChild(child, "SIGINT", startDeadlineMs);
      ({ child, log } = await start());
    },
    async [Symbol.asyncDispose]() {
      await kill();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export function neededProgram({ program = postgresProgram() }: PostgresOptions): string {
  if (program === undefined) throw new Error("There is no PostgreSQL; the services line at the start says why.");
  return program;
}

type Launch = {
  readonly program: string;
  readonly folder: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string | number>>;
};

async function launch({ program, folder, port, settings }: Launch) {
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port,
    // Small, for several of them run at once; a test that measures sets more.
    shared_buffers: "32MB",
    log_min_messages: "warning",
    ...settings,
  };
  const args = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const stdio = ["ignore", "ignore", "pipe"] as const;
  const options = { cwd: folder, stdio: [...stdio], ...(await postgresUser()) };
  // What it started itself ends when it is gone.
  const child = keepTrackOf(spawn(program, ["-D", folder, ...args], options));
  const log = keepLog(child);
  try {
    await within(startDeadlineMs, "The start of PostgreSQL", saysReady(child, log));
    return { child, log };
  } catch (error) {
    await endChild(child, "SIGKILL");
    throw error;
  }
}

function keepLog(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-keptLogLength);
  });
  return () => text;
}

function saysReady(child: ChildProcess, log: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!/database system is ready to accept (?:read-only )?connections/.test(log())) return;
      child.stderr?.off("data", look);
      resolve();
    };
    child.stderr?.on("data", look);
    child.once("error", reject);
    child.once("close", () => reject(new Error(`PostgreSQL ended before it was ready.\n${log()}`)));
  });
}
