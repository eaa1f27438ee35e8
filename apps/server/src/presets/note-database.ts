import { mkdir, writeFile } from "node:fs/promises";
import type { Installation } from "@narrows/links/postgres";
import { databaseMarkerPath } from "./database-marker.ts";

/**
 * Notes which database this node uses, once its start has succeeded: one that was refused would bind the node to a
 * database that it was never meant to have.
 *
 * @returns False when it cannot be written: a node in a container may have no folder that stays, and does without.
 */
export async function noteDatabase(installation: Installation, dataDir: string): Promise<boolean> {
  const id = await installation.id();
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(databaseMarkerPath(dataDir), `${id}\n`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
