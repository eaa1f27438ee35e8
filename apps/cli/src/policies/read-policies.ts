import { readFile } from "node:fs/promises";
import { defaultPolicies, parsePolicies, type PoliciesFile } from "@narrows/server/policies";
import { fileErrorOf } from "../file-error.ts";

/** `file` is null for the built-in policies. */
export type NamedPolicies = PoliciesFile & { readonly file: string | null };

/**
 * Reads a policies file, or the built-in policies where there is none.
 *
 * @throws {CliError} `FILE_UNUSABLE`
 */
export async function readPolicies(file: string | undefined): Promise<NamedPolicies> {
  if (file === undefined) return { file: null, rows: defaultPolicies, faults: [], warnings: [] };
  try {
    return { file, ...parsePolicies(await readFile(file, "utf8")) };
  } catch (error) {
    throw fileErrorOf(error);
  }
}
