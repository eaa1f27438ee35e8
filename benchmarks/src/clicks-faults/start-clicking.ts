import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchmarkContext } from "../benchmark.ts";
import { fillPostgres } from "../postgres/fill-postgres.ts";
import { pinTo, startChild } from "../process/child.ts";
import { fillFolder, subjectNamed } from "../running-subjects.ts";
import type { RunningSubject } from "../subject.ts";

const program = fileURLToPath(new URL("../../../apps/cli/bin/narrows.js", import.meta.url));

type Settings = Readonly<Record<string, string>>;

/** A link service that records clicks, and can be started again on its folder. */
export type Clicking = {
  readonly folder: string;
  start(): Promise<RunningSubject>;
};

/**
 * Prepares the link service with one link, in SQLite or where `settings` have a DATABASE_URL in PostgreSQL.
 *
 * @param under A command that starts it, such as one that gives it a small disk.
 */
export async function prepareClicking(
  context: BenchmarkContext,
  name: string,
  settings: Settings,
  under: readonly string[] = [],
): Promise<Clicking> {
  const narrows = subjectNamed(context, "narrows");
  const database = settings["DATABASE_URL"];
  const folder = database === undefined ? await fillFolder(context, narrows, 1, name) : join(context.folder, name);
  if (database !== undefined) {
    mkdirSync(folder, { recursive: true });
    await fillPostgres(database, 1);
  }
  const wrapper = [...pinTo(context.cores?.server), ...under];
  return {
    folder,
    start: () => narrows.start({ folder, wrapper, settings: { ...usual, ...settings }, signal: context.signal }),
  };
}

/** Known links are to be answered for as long as any fault takes. */
const usual = { CODE_SECRET: "a secret for benchmarks only", DEAF_LIMIT: "1h" };

/** Starts `narrows click-writer` beside a service with CLICK_WRITER=off. */
export function startClickWriter({ folder }: Clicking, settings: Settings) {
  const own = join(folder, "writer");
  mkdirSync(own);
  const env = { DATA_DIR: folder, ...settings };
  return startChild({ command: process.execPath, args: [program, "click-writer"], env, folder: own, wrapper: [] });
}
