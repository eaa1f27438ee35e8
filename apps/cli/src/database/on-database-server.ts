import { DatabaseServerError, type DatabaseServerErrorCode } from "@narrows/links/postgres";
import { CliError, type CliErrorCode } from "../cli-error.ts";
import { onDatabase } from "./on-database.ts";

/** `SERVER_…` is for the link service here. */
const codes: Readonly<Record<DatabaseServerErrorCode, CliErrorCode>> = {
  URL_MALFORMED: "DATABASE_URL_MALFORMED",
  SERVER_UNREACHABLE: "DATABASE_UNREACHABLE",
  SERVER_REFUSED: "DATABASE_REFUSED",
  SERVER_TOO_OLD: "DATABASE_TOO_OLD",
  SERVER_READ_ONLY: "DATABASE_READ_ONLY",
  SERVER_ENCODING: "DATABASE_ENCODING",
  SCHEMA_FOREIGN: "DATABASE_FOREIGN",
  SCHEMA_NEWER: "SCHEMA_NEWER",
  ROW_REFUSED: "ROW_REFUSED",
};

/**
 * Does something with a PostgreSQL database and says in the reader's language what stood in the way.
 *
 * @throws {CliError}
 */
export function onDatabaseServer<Result>(action: () => Promise<Result>): Promise<Result> {
  return onDatabase(async () => {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof DatabaseServerError)) throw error;
      throw new CliError(codes[error.code], { detail: error.detail }, { cause: error });
    }
  });
}
