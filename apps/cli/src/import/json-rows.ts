import { RowError } from "../cli-error.ts";
import type { ImportFile } from "./row.ts";

/**
 * Reads JSON lines: one object a line, empty lines between them. The text is handed on as it is, so that the service
 * finds what a parser would hide, such as a field that is there twice.
 *
 * @throws {CliError} `ROW_MALFORMED`
 */
export function jsonRows(text: string): ImportFile {
  const rows = text.split("\n").flatMap((line, index) => {
    const json = line.trim();
    if (json === "") return [];
    if (!isObject(json)) throw new RowError(index + 1, "expected.jsonRow");
    return [{ line: index + 1, json, source: json }];
  });
  return { head: "", rows };
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
