import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { ConfigError } from "@narrows/service";
import { secretPaths } from "../secret-paths.ts";
import { databasePath } from "./database-path.ts";
import { startMarkerPath } from "./start-marker.ts";

/**
 * Refuses to begin anew where a service was before. The secrets and the marker are made after the database, and so is
 * its log: where one of them is and the database is missing or empty, it was lost, and every code would be given out
 * again to lead elsewhere.
 *
 * @throws {ConfigError}
 */
export async function requireNoLoss(dataDir: string): Promise<void> {
  const database = resolve(databasePath(dataDir));
  // In this order: what another process makes meanwhile, it makes in the other one.
  const trace = await findTrace(dataDir, `${database}-wal`);
  if (trace === undefined) return;
  const size = await sizeOf(database);
  if (size !== undefined && size > 0) return;
  const found = size === undefined ? "is missing" : "is empty";
  const problem = `${database} ${found} though ${trace.what}; every code would be free again.`;
  throw new ConfigError([{ option: "DATA_DIR", problem, mend: trace.mend }]);
}

type Trace = { readonly what: string; readonly mend: string };

/** What a service has left here. */
async function findTrace(dataDir: string, log: string): Promise<Trace | undefined> {
  if ((await sizeOf(log)) !== undefined) {
    const orElse =
      "restore a backup with `npm run narrows -- db restore FILE`, or begin without any link by `npm run narrows -- db migrate`.";
    const mend = `Put the database back beside it. If it is lost, move ${log} away and ${orElse}`;
    return { what: `its log ${log} lies beside it`, mend };
  }
  const traces = [startMarkerPath(dataDir), ...Object.values(secretPaths(dataDir))];
  const sizes = await Promise.all(traces.map(sizeOf));
  const trace = traces.find((_, index) => sizes[index] !== undefined);
  if (trace === undefined) return undefined;
  const mend =
    "Put the database back or restore a backup with `npm run narrows -- db restore FILE`. To begin without any link, make an empty one with `npm run narrows -- db migrate`.";
  return { what: `a service was here before, for ${resolve(trace)} lies beside it`, mend };
}

/** Undefined where nothing is, or nothing that can be looked at; whoever opens it says why. */
async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.size;
}
