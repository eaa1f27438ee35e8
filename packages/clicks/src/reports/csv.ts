/**
 * Writes one row of CSV (RFC 4180), with its end.
 *
 * Texts come from whoever follows a link, and spreadsheet programs carry out what looks like a formula to them: such a
 * text gets an apostrophe in front, which they show as text. Numbers stay as they are, and null is nothing.
 */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/** Full-width forms count as well: where people type those, programs take them for the others. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
