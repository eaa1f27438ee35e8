import { ClickError } from "../../click-error.ts";

/** SQLite's primary result codes that are told apart here; see https://sqlite.org/rescode.html. */
const meanings: ReadonlyMap<number, string> = new Map([
  [5, "Another process holds the database; it is tried again."],
  [6, "Another process holds the database; it is tried again."],
  [8, "The file cannot be written."],
  [11, "The file is damaged: move it away or restore a copy."],
  [13, "The disk or the database is full; make room."],
  [14, "The file cannot be opened; its folder must exist and be writable."],
  [26, "The file is not an SQLite database; name another one."],
]);

/** Says what a failure means for the caller: SQLite's are the store's, any other is the program's and comes back. */
export function clickErrorFrom(error: unknown): unknown {
  if (error instanceof ClickError || !(error instanceof Error)) return error;
  const code = resultCodeOf(error);
  if (code === undefined) return error;
  const what = meanings.get(code) ?? "Look at the file and its disk.";
  return new ClickError("STORE_UNAVAILABLE", `${what} SQLite says: ${error.message}.`, { cause: error });
}

/** The primary result code of an error that `node:sqlite` threw; undefined for any other error. */
function resultCodeOf(error: Error): number | undefined {
  if (!("errcode" in error) || typeof error.errcode !== "number") return undefined;
  // The upper bits tell extended codes apart, such as SQLITE_IOERR_WRITE.
  return error.errcode & 0xff;
}
