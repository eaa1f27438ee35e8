import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { FoundInstallation } from "@narrows/links/postgres";
import { ConfigError } from "@narrows/service";
import { databaseMarkerPath } from "./database-marker.ts";
import { databasePath } from "./database-path.ts";

/**
 * Refuses a database that is not the one of before: under a mistyped name there may be an empty one, in which every link
 * is unknown and every code free again.
 *
 * @param where The database, for people.
 * @throws {ConfigError}
 */
export async function requireSameDatabase(
  installation: FoundInstallation,
  dataDir: string,
  where: string,
): Promise<void> {
  const marker = databaseMarkerPath(dataDir);
  const noted = await readNote(marker);
  if (noted === undefined) return requireNothingLeftBehind(installation, dataDir, where);
  if (noted === (await installation.id())) return;
  const problem = `${where} is not the database that this node used before, as ${resolve(marker)} tells.`;
  const mend = "Name that one again. To use another one on purpose, move that file away.";
  throw new ConfigError([{ option: "DATABASE_URL", problem, mend }]);
}

/** Links of before would be unknown from now on. */
async function requireNothingLeftBehind(
  installation: FoundInstallation,
  dataDir: string,
  where: string,
): Promise<void> {
  const file = resolve(databasePath(dataDir));
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || found.size === 0 || (await installation.hasLinks())) return;
  const problem = `${where} holds no link, and the embedded database ${file} of before is still there.`;
  const mend = "Copy its links with `npm run narrows -- db copy`. To begin without them, move that file away.";
  throw new ConfigError([{ option: "DATABASE_URL", problem, mend }]);
}

async function readNote(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  // Another worker may have made the file, and not written it yet.
  return text?.trim() || undefined;
}
