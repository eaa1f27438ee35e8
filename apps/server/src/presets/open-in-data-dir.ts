import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { DatabaseError } from "@narrows/links/sqlite";
import { ConfigError } from "@narrows/service";
import { dataDirFault } from "../start-fault.ts";
import { databasePath } from "./database-path.ts";
import { requireEmbedded } from "./require-embedded.ts";
import { requireNoLoss } from "./require-no-loss.ts";
import { noteStart } from "./start-marker.ts";

/**
 * Opens the database in DATA_DIR, which is made when it is missing.
 *
 * @throws {ConfigError} When DATA_DIR or the file in it cannot be used.
 */
export async function openInDataDir<Database extends { close(): Promise<void> }>(
  dataDir: string,
  open: (path: string) => Promise<Database>,
): Promise<Database> {
  await prepareFolder(dataDir);
  await requireEmbedded(dataDir);
  await requireNoLoss(dataDir);
  const database = await open(databasePath(dataDir)).catch((error: unknown) => {
    throw databaseFault(error);
  });
  await noteStart(dataDir).catch(async (error: unknown) => {
    await database.close();
    throw dataDirFault(error, dataDir);
  });
  return database;
}

/** SQLite would say of a folder or a file that may not be used only that it cannot be opened. */
async function prepareFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    await accessIfThere(databasePath(dataDir));
  } catch (error) {
    throw dataDirFault(error, dataDir);
  }
}

async function accessIfThere(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}

/** A database error names its file and its mend in one sentence. */
function databaseFault(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  return new ConfigError([{ option: "DATA_DIR", problem: error.message, mend: "" }], { cause: error });
}
