import { StoreError, type StoreErrorCode } from "../../store-error.ts";

/** SQLite's primary result codes, as far as they are told apart here; see https://sqlite.org/rescode.html. */
export const resultCodes = {
  logic: 1,
  permission: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  tooBig: 18,
  constraint: 19,
  mismatch: 20,
  range: 25,
  notADatabase: 26,
} as const;

const refusals: ReadonlySet<number> = new Set([
  resultCodes.logic,
  resultCodes.tooBig,
  resultCodes.constraint,
  resultCodes.mismatch,
  resultCodes.range,
]);

/** The primary result code of an error that `node:sqlite` threw; undefined for any other error. */
export function resultCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  // The upper bits tell extended codes apart, such as SQLITE_IOERR_WRITE.
  return error.errcode & 0xff;
}

export function isBusy(error: unknown): boolean {
  const code = resultCodeOf(error);
  return code === resultCodes.busy || code === resultCodes.locked;
}

export function isFull(error: unknown): boolean {
  return resultCodeOf(error) === resultCodes.full;
}

/** What `node:sqlite` says of a value that SQLite has no type for. */
const unbindable: ReadonlySet<unknown> = new Set(["ERR_INVALID_ARG_TYPE", "ERR_INVALID_ARG_VALUE"]);

/**
 * True when the fault lies in the values of one command, whether SQLite refused them or they could not be handed to it
 * at all; the transaction may go on. A fault of the program is none: after it nobody knows what was half done.
 */
export function isRefusal(error: unknown): boolean {
  const code = resultCodeOf(error);
  if (code !== undefined) return refusals.has(code);
  return error instanceof Error && "code" in error && unbindable.has(error.code);
}

/** Says what a failure of SQLite means for the caller; any other error is the program's and comes back as it is. */
export function storeErrorFrom(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error;
  if (isOfClosedDatabase(error))
    return new StoreError("STORE_UNAVAILABLE", "The database was closed.", { cause: error });
  if (resultCodeOf(error) === undefined) return error;
  const { code, what } = meaningOf(error);
  return new StoreError(code, `${what} SQLite says: ${error.message}.`, { cause: error });
}

function isOfClosedDatabase(error: Error): boolean {
  return "code" in error && error.code === "ERR_INVALID_STATE" && /not open|finalized/.test(error.message);
}

function meaningOf(error: unknown): { readonly code: StoreErrorCode; readonly what: string } {
  switch (resultCodeOf(error)) {
    case resultCodes.busy:
    case resultCodes.locked:
      return { code: "STORE_LOCKED", what: "Another process holds the database; try again." };
    case resultCodes.full:
      return { code: "STORE_FULL", what: "The disk or the database is full; make room and try again." };
    default:
      return { code: "STORE_UNAVAILABLE", what: "The database cannot be read or written; look at its file and disk." };
  }
}
