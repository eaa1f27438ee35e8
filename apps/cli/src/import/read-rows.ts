import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { OptionError } from "../cli-error.ts";
import { fileErrorOf } from "../file-error.ts";
import { csvRows } from "./csv-rows.ts";
import { jsonRows } from "./json-rows.ts";
import type { ImportFile } from "./row.ts";

/** Some 100,000 links. The whole file is judged before a link is made, so the whole file is in memory. */
const maxBytes = 64 * 1024 * 1024;

const formats: Readonly<Record<string, (text: string) => ImportFile>> = {
  ".csv": csvRows,
  ".jsonl": jsonRows,
  ".ndjson": jsonRows,
};

/**
 * Reads the links of a file: CSV or JSON lines, by the ending of its name.
 *
 * @throws {OptionError} When the name has another ending, or the file is too large or not UTF-8.
 * @throws {CliError} `ROW_MALFORMED` with the line, `FILE_UNUSABLE`
 */
export async function readRows(path: string): Promise<ImportFile> {
  const parse = formatOf(path);
  if (parse === undefined) throw new OptionError("<file>", "expected.importFormat");
  return parse(decode(await read(path)));
}

/** Rows are written as they were read, into a file that can be imported. @throws {OptionError} */
export function requireSameFormat(path: string, refusedPath: string): void {
  if (formatOf(path) === formatOf(refusedPath)) return;
  throw new OptionError("--refused", "expected.refusedFormat", { ending: extname(path) });
}

function formatOf(path: string): ((text: string) => ImportFile) | undefined {
  return formats[extname(path).toLowerCase()];
}

async function read(path: string): Promise<Uint8Array> {
  try {
    if ((await stat(path)).size > maxBytes) throw new OptionError("<file>", "expected.importSize");
    return await readFile(path);
  } catch (error) {
    throw fileErrorOf(error);
  }
}

/** Spreadsheets put a byte order mark in front, which is no part of the first heading. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new OptionError("<file>", "expected.utf8");
  }
}
