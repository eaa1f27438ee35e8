import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Installation } from "@narrows/links/postgres";
import { ConfigError } from "@narrows/service";
import { databaseMarkerPath } from "./database-marker.ts";
import { databasePath } from "./database-path.ts";

/**
 * Refuses a database that is not the one of before: under a mistyped name there may be an empty one, in which every link
 * is unknown and every code free again.
 *
 * @param where The database, for people.
 * @returns True when this node has noted which one it uses.
 * @throws {ConfigError}
 */
export async function requireSameDatabase(
  installation: Installation,
  dataDir: string,
  where: string,
): Promise<boolean> {
  const id = await installation.id();
  const marker = databaseMarkerPath(dataDir);
  const noted = await readNote(marker);
  if (noted === id) return true;
  if (noted !== undefined) {
    const problem = `${where} is not the database that this node used before, as ${resolve(marker)} tells.`;
    const mend = "Name that one again. To use another one on purpose, move that file away.";
    throw new ConfigError([{ option: "DATABASE_URL", problem, mend }]);
  }
  await requireNothingLeftBehind(installation, dataDir, where);
  return note(marker, id, dataDir);
}

/** Links of before would be unknown from now on. */
async function requireNothingLeftBehind(installation: Installation, dataDir: string, where: string): Promise<void> {
  const file = resolve(databasePath(dataDir));
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || found.size === 0 || (await installation.hasLinks())) return;
  const problem = `${where} holds no link, and the embedded database ${file} of before is still there.`;
  const mend = "Copy its links with `npm run narrows -- db copy`. To begin without them, move that file away.";
  throw new ConfigError([{ option: "DATABASE_URL", problem, mend }]);
}

async function readNote(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  return text?.trim();
}

/** A node in a container may have no folder that stays; it does without. */
async function note(path: string, id: string, dataDir: string): Promise<boolean> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(path, `${id}\n`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
