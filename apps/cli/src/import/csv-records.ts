import { RowError } from "../cli-error.ts";

export type CsvRecord = {
  readonly line: number;
  readonly cells: readonly string[];
  /** As the text has it, without the line break behind it. */
  readonly source: string;
};

/** A cell in quotes, or one without, and what ends it. Sticky: a scan that fails says where. */
const cellPattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/**
 * Takes CSV apart (RFC 4180, with `\n` as well as `\r\n`). Empty lines are passed over.
 *
 * @throws {CliError} `ROW_MALFORMED` where a quote is not closed or stands inside a cell without quotes.
 */
export function csvRecords(text: string): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let [line, startLine, startIndex] = [1, 1, 0];
  const record = (): CsvRecord => {
    const source = text.slice(startIndex, cellPattern.lastIndex).replace(/\r?\n$/, "");
    return { line: startLine, cells, source };
  };
  cellPattern.lastIndex = 0;
  while (cellPattern.lastIndex < text.length) {
    const match = cellPattern.exec(text);
    if (match === null) throw new RowError(line, "expected.csvQuotes");
    const [whole, quoted, plain = "", end] = match;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    line += whole.split("\n").length - 1;
    if (end === ",") continue;
    if (cells.length > 1 || cells[0] !== "") records.push(record());
    [cells, startLine, startIndex] = [[], line, cellPattern.lastIndex];
  }
  // A comma at the very end has an empty cell behind it.
  if (cells.length > 0) records.push({ line: startLine, cells: [...cells, ""], source: text.slice(startIndex) });
  return records;
}
