import { displayWidth } from "./display-width.ts";
import { printable } from "./printable.ts";

/** Writes rows under headings, each column as wide as its widest cell. */
export function renderTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return renderRows([headings, ...rows]);
}

/** Writes rows without headings, each column as wide as its widest cell: names and their values, for one. */
export function renderRows(rows: readonly (readonly string[])[]): string {
  const safe = rows.map((row) => row.map(printable));
  const widths = (safe[0] ?? []).map((_, column) => Math.max(...safe.map((row) => displayWidth(row[column] ?? ""))));
  const lines = safe.map((row) => row.map((cell, column) => pad(cell, widths[column] ?? 0)).join("  "));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

function pad(cell: string, width: number): string {
  return cell + " ".repeat(width - displayWidth(cell));
}
