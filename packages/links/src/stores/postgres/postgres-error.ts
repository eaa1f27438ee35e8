import postgres from "postgres";
import { StoreError } from "../../store-error.ts";
import { DatabaseServerError } from "./database-server-error.ts";
import { sqlStates, type Meaning } from "./sql-state.ts";

/** The connection ended before the answer came: whether what was sent has been done, nobody knows. */
export class ConnectionLost extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ConnectionLost";
  }
}

/** It was the server that ended it, or what is in between, and not this program that gave it up. */
export class ConnectionEnded extends ConnectionLost {
  constructor(options?: ErrorOptions) {
    super("the server ended the connection", options);
    this.name = "ConnectionEnded";
  }
}

/** A reset tells of it as well as a goodbye: whatever is in between answers so for a connection that it has forgotten. */
export function tellsOfEnd(error: unknown): boolean {
  return error instanceof Error && "code" in error && endings.includes(String(error.code));
}

const endings: readonly string[] = ["ECONNRESET", "EPIPE", "CONNECTION_CLOSED"];

/** The SQLSTATE of an error that the server sent; undefined for any other. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof postgres.PostgresError ? error.code : undefined;
}

/** Says what a failure means for the caller when nothing was changed; an error of ours comes back as it is. */
export function storeErrorFrom(error: unknown): unknown {
  if (error instanceof StoreError || error instanceof DatabaseServerError || !(error instanceof Error)) return error;
  if (error instanceof ConnectionLost) {
    return new StoreError("STORE_UNAVAILABLE", `The database did not answer: ${error.message}.`, { cause: error });
  }
  const meaning = meaningOf(error);
  if (meaning === undefined) return error;
  if (meaning === "ROW_REFUSED") return new DatabaseServerError("ROW_REFUSED", error.message, { cause: error });
  return new StoreError(meaning, `${adviceOf(error)} PostgreSQL says: ${error.message}.`, { cause: error });
}

/** As `storeErrorFrom`, for a change that was sent whole: without an answer it may have been made. */
export function changeErrorFrom(error: unknown): unknown {
  if (!(error instanceof ConnectionLost) && !isFatal(error)) return storeErrorFrom(error);
  const message = "The change was begun, and the database did not answer; it may or may not be stored.";
  return new StoreError("STORE_OUTCOME_UNKNOWN", message, { cause: error });
}

/** The server ended the connection with this error: it may speak of the connection rather than of what was sent. */
function isFatal(error: unknown): boolean {
  return error instanceof postgres.PostgresError && ["FATAL", "PANIC"].includes(error.severity);
}

function meaningOf(error: unknown): Meaning | undefined {
  return rowOf(error)?.meaning;
}

function adviceOf(error: unknown): string {
  return rowOf(error)?.advice ?? "";
}

function rowOf(error: unknown): (typeof sqlStates)[string] | undefined {
  const state = sqlStateOf(error);
  if (state === undefined) return undefined;
  return sqlStates[state] ?? sqlStates[state.slice(0, 2)] ?? sqlStates["XX"];
}
