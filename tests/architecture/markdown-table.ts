/**
 * Reads the first table below a heading of a Markdown text; of each cell the code spans, or its plain text where it
 * has none.
 *
 * @throws {Error} When there is no such heading or no table below it: a table that is not found must not look empty.
 */
export function readTable(markdown: string, heading: string): readonly (readonly string[])[] {
  const lines = markdown.split("\n");
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  if (start === -1) throw new Error(`There is no heading "${heading}".`);
  const end = lines.findIndex((line, index) => index > start && /^#+ /.test(line));
  const section = lines.slice(start + 1, end === -1 ? undefined : end);
  const first = section.findIndex((line) => line.startsWith("|"));
  if (first === -1) throw new Error(`There is no table below the heading "${heading}".`);
  const table = section.slice(first);
  const last = table.findIndex((line) => !line.startsWith("|"));
  return table.slice(2, last === -1 ? undefined : last).map(readRow);
}

function readRow(line: string): readonly string[] {
  return line
    .replace(/^\|/, "")
    .replace(/\|\s*$/, "")
    .split("|")
    .map((cell) => cell.trim())
    .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]).join(" ") || cell);
}
