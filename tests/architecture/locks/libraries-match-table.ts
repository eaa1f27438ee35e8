import { readEdges, type Edge } from "../edge.ts";
import type { Lock } from "../lock.ts";
import { readTable } from "../markdown-table.ts";
import { unitOfPath } from "../repository.ts";

const heading = "Libraries from outside";
const shippedSource = /^(?:packages|apps)\/[^/]+\/(?:src|bin)\//;

/** What is installed from outside for packages and apps is written down; their tests may use more. */
export const librariesMatchTable: Lock = {
  name: "libraries-match-table",
  sentence: "every library that packages and apps import is a row of the table, and every row is imported",
  check(repository) {
    const edges = readEdges(repository).filter(
      ({ fromPath, library }) => library !== undefined && shippedSource.test(fromPath),
    );
    const rows = new Set(readTable(repository.architecture, heading).map(([unit, library]) => `${unit} → ${library}`));
    const used = new Set(edges.map(arrow));
    return [
      ...edges
        .filter((edge) => !rows.has(arrow(edge)))
        .map(
          (edge) =>
            `${edge.fromPath}:${edge.line} imports ${edge.specifier}, but "${arrow(edge)}" is no row of "${heading}"`,
        ),
      ...[...rows].filter((row) => !used.has(row)).map((row) => `${row}: no import uses this row; remove it`),
    ];
  },
};

function arrow({ fromPath, library }: Edge): string {
  return `${unitOfPath(fromPath)} → ${library}`;
}
