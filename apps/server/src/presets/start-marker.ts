import { open } from "node:fs/promises";
import { join } from "node:path";

/** Is there once a service has begun in DATA_DIR, so that a database that is gone later is missed. */
export function startMarkerPath(dataDir: string): string {
  return join(dataDir, "narrows.started");
}

/**
 * Notes that there is a database now. Comes after it, so that a first start that is killed before can be made again.
 *
 * @throws what the system says when the file cannot be made.
 */
export async function noteStart(dataDir: string): Promise<void> {
  try {
    const file = await open(startMarkerPath(dataDir), "wx", 0o600);
    await file.close();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
