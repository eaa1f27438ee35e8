import { isMaxClicks } from "../api/max-clicks.ts";
import { isRedirectStatus } from "../api/status.ts";
import { RowError } from "../cli-error.ts";
import { csvRecords, type CsvRecord } from "./csv-records.ts";
import type { ImportFile, Row } from "./row.ts";

type Field = (text: string, line: number) => unknown;

const asText: Field = (text) => text;

/** How a cell becomes the field that the API takes; a heading that is not here is refused. */
const fields: Readonly<Record<string, Field>> = {
  longUrl: asText,
  alias: asText,
  domain: asText,
  expiresAt: asText,
  tags: (text) =>
    text
      .split(";")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  note: asText,
  status(text, line) {
    if (!isRedirectStatus(text)) throw new RowError(line, "expected.rowStatus");
    return Number(text);
  },
  maxClicks(text, line) {
    if (!isMaxClicks(text)) throw new RowError(line, "expected.rowMaxClicks");
    return Number(text);
  },
  reuse(text, line) {
    if (text !== "true" && text !== "false") throw new RowError(line, "expected.reuse");
    return text === "true";
  },
};

/**
 * Reads CSV whose first line names the fields. An empty cell is a field that is not sent.
 *
 * @throws {CliError} `ROW_MALFORMED`
 */
export function csvRows(text: string): ImportFile {
  const [head, ...records] = csvRecords(text);
  if (head === undefined) return { head: "", rows: [] };
  const names = fieldNames(head);
  return { head: head.source, rows: records.map((record) => rowOf(names, record)) };
}

function fieldNames({ line, cells }: CsvRecord): readonly string[] {
  const names = cells.map((cell) => cell.trim());
  const known = Object.keys(fields).join(", ");
  const unknown = names.find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) throw new RowError(line, "expected.csvField", { name: unknown, fields: known });
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new RowError(line, "expected.csvOnce", { name: repeated });
  if (!names.includes("longUrl")) throw new RowError(line, "expected.csvHead", { fields: known });
  return names;
}

function rowOf(names: readonly string[], { line, cells, source }: CsvRecord): Row {
  if (cells.length !== names.length) throw new RowError(line, "expected.csvCells", { count: names.length });
  const entries = names.flatMap((name, index) => {
    const cell = cells[index] ?? "";
    return cell === "" ? [] : [[name, fields[name]?.(cell, line)]];
  });
  return { line, json: JSON.stringify(Object.fromEntries(entries)), source };
}
