import { readEdges, type Edge } from "../edge.ts";
import type { Lock } from "../lock.ts";
import { readTable } from "../markdown-table.ts";
import { unitOfPath } from "../repository.ts";

const heading = "Who may import whom";

/** The table of ARCHITECTURE.md and the imports say the same. */
export const importsMatchTable: Lock = {
  name: "imports-match-table",
  sentence: "every import between units is a row of the table, and every row is an import",
  check(repository) {
    const crossing = readEdges(repository).filter(crosses);
    const rows = new Set(readTable(repository.architecture, heading).map(([from, to]) => `${from} → ${to}`));
    return [
      ...crossing.filter((edge) => !rows.has(arrow(edge))).map(notAllowed),
      ...crossing.filter(reachesInside).map(describeInside),
      ...[...rows]
        .filter((row) => /^packages\/\S* → apps\//.test(row))
        .map((row) => `${row}: a package never imports an app`),
      ...unusedRows(rows, crossing),
    ];
  },
};

function crosses({ fromPath, toUnit }: Edge): boolean {
  const fromUnit = unitOfPath(fromPath);
  return toUnit !== undefined && toUnit !== fromUnit && fromUnit !== "." && toUnit !== ".";
}

function arrow({ fromPath, toUnit }: Edge): string {
  return `${unitOfPath(fromPath)} → ${toUnit}`;
}

function notAllowed(edge: Edge): string {
  return `${edge.fromPath}:${edge.line} imports ${edge.specifier}, but "${arrow(edge)}" is no row of "${heading}"`;
}

/**
 * Packages and apps are entered by their names, so that their package.json decides what is public. A program in bin/ is
 * not entered but started, and so named by its path, and so is a package.json.
 */
function reachesInside({ toPath = "", toUnit }: Edge): boolean {
  return (
    toPath.startsWith(`${toUnit}/`) &&
    /^(?:packages|apps)\//.test(toPath) &&
    !/^apps\/[^/]+\/(?:bin\/|package\.json$)/.test(toPath)
  );
}

function describeInside({ fromPath, line, specifier, toUnit }: Edge): string {
  return `${fromPath}:${line} imports ${specifier}: enter ${toUnit} by its package name`;
}

function unusedRows(rows: ReadonlySet<string>, crossing: readonly Edge[]): readonly string[] {
  const used = new Set(crossing.map(arrow));
  return [...rows].filter((row) => !used.has(row)).map((row) => `${row}: no import uses this row; remove it`);
}
