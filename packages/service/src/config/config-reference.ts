import type { ConfigRow, ConfigTable } from "./config-table.ts";

/** Writes a table's options as a Markdown table for the reference page. */
export function configReference(table: ConfigTable): string {
  const head = ["| Variable | Value | Default | Meaning |", "|---|---|---|---|"];
  return [...head, ...table.map(renderRow)].join("\n") + "\n";
}

function renderRow(row: ConfigRow): string {
  const value = row.secret ? `${row.kind.description} (secret)` : row.kind.description;
  const cells = [`\`${row.name}\``, value, row.default ? `\`${row.default}\`` : "none", row.sentence];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
