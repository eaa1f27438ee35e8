import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { ConfigError } from "@narrows/service";
import { secretPaths } from "../secret-paths.ts";
import { databasePath } from "./database-path.ts";

/**
 * Refuses to begin anew where a service was before. The secrets are made after the database, so where they are and it
 * is missing or empty, it was lost, and every code would be given out again to lead elsewhere.
 *
 * @throws {ConfigError}
 */
export async function requireNoLoss(dataDir: string): Promise<void> {
  // In this order: what another process makes meanwhile, it makes in the other one.
  const secrets = await Promise.all(Object.values(secretPaths(dataDir)).map(sizeOf));
  if (secrets.every((size) => size === undefined)) return;
  const database = resolve(databasePath(dataDir));
  const size = await sizeOf(database);
  if (size !== undefined && size > 0) return;
  const found = size === undefined ? "is missing" : "is empty";
  throw new ConfigError([
    {
      option: "DATA_DIR",
      problem: `${database} ${found} though the secrets of a service lie beside it; every code would be free again.`,
      mend: "Put the database back or restore a backup with `narrows db restore`. To begin without any link, make an empty one with `narrows db migrate`.",
    },
  ]);
}

/** Undefined where nothing is, or nothing that can be looked at; whoever opens it says why. */
async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.size;
}
