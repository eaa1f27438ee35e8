import { CliError } from "./cli-error.ts";

/** What the system said of a file, as `FILE_UNUSABLE`; any other error stays as it is. */
export function fileErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || !("syscall" in error)) return error;
  const path = "path" in error ? String(error.path) : "";
  return new CliError("FILE_UNUSABLE", { path, detail: error.message }, { cause: error });
}
