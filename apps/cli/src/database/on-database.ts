import { StoreError } from "@narrows/links";
import { DatabaseError } from "@narrows/links/sqlite";
import { CliError } from "../cli-error.ts";
import { fileErrorOf } from "../file-error.ts";

/**
 * Does something with the embedded database and says in the reader's language what stood in the way.
 *
 * @throws {CliError} With the code of the `DatabaseError` or `StoreError`; `FILE_UNUSABLE` for what the system said.
 */
export async function onDatabase<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw meaningOf(error);
  }
}

function meaningOf(error: unknown): unknown {
  if (error instanceof DatabaseError) return new CliError(error.code, { detail: error.detail }, { cause: error });
  if (error instanceof StoreError) return new CliError(error.code, { detail: error.message }, { cause: error });
  return fileErrorOf(error);
}
