import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { eventually } from "../program/deadline.ts";
import { makePostgresFolder, superuser } from "./postgres-folder.ts";
import { neededProgram, serve, startPostgres, type PostgresOptions, type PostgresServer } from "./postgres-server.ts";

export type PostgresPair = AsyncDisposable & {
  readonly primary: PostgresServer;
  /** Reads only; streams from the primary. */
  readonly replica: PostgresServer;
  /** What is committed from now on cannot be read on the replica until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Resolves when everything that is committed by now can be read on the replica. */
  caughtUp(): Promise<void>;
};

const followDeadlineMs = 60_000;

/** Starts a primary and a replica of it, both from copies of one folder, and waits until the replica streams. */
export async function startPostgresPair(options: PostgresOptions = {}): Promise<PostgresPair> {
  // The primary keeps what the replica has not had yet, however long that is away.
  const settings = { wal_level: "replica", wal_keep_size: "512MB", ...options.settings };
  const primary = await startPostgres({ ...options, settings });
  const replica = await startReplica(primary, { ...options, settings }).catch(async (error: unknown) => {
    await primary[Symbol.asyncDispose]();
    throw error;
  });
  const onReplica = (sql: string) => ask(replica.url, sql);
  const pair = {
    primary,
    replica,
    async pause() {
      await onReplica("SELECT pg_wal_replay_pause()");
      await eventually(followDeadlineMs, "The replica's pause", () =>
        isTrue(replica.url, "SELECT pg_get_wal_replay_pause_state() = 'paused'"),
      );
    },
    async resume() {
      await onReplica("SELECT pg_wal_replay_resume()");
    },
    async caughtUp() {
      const position = await ask(primary.url, "SELECT pg_current_wal_flush_lsn()::text");
      await eventually(followDeadlineMs, "The replica's catching up", () =>
        isTrue(replica.url, `SELECT pg_last_wal_replay_lsn() >= '${String(position)}'::pg_lsn`),
      );
    },
    async [Symbol.asyncDispose]() {
      await replica[Symbol.asyncDispose]();
      await primary[Symbol.asyncDispose]();
    },
  };
  await pair.caughtUp();
  return pair;
}

async function startReplica(primary: PostgresServer, options: PostgresOptions): Promise<PostgresServer> {
  const program = neededProgram(options);
  const folder = await makePostgresFolder(program);
  await writeFile(join(folder.path, "standby.signal"), "");
  const from = `host=127.0.0.1 port=${primary.port} user=${superuser} application_name=replica`;
  return serve(program, folder, { ...options, settings: { ...options.settings, primary_conninfo: from } });
}

async function isTrue(url: string, sql: string): Promise<true | undefined> {
  return (await ask(url, sql)) === true ? true : undefined;
}

/** The first column of the first row. */
async function ask(url: string, text: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, fetch_types: false });
  try {
    const [row] = await sql.unsafe(text).values();
    return row?.[0];
  } finally {
    await sql.end({ timeout: 5 });
  }
}
