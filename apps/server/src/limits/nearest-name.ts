/** Finds what a mistyped name was meant to be; undefined: nothing is near. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const typed = given.slice(0, maxChars + 1).toLowerCase();
  if (typed.length > maxChars) return undefined;
  const near = names
    .map((name) => ({ name, edits: editsBetween(typed, name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.max(1, Math.floor(name.length / 4)))
    .toSorted((a, b) => a.edits - b.edits);
  return near[0]?.name;
}

/** No field has a longer name; the work grows with the square. */
const maxChars = 32;

/** Letters to put in, take out, replace, or swap with the next (optimal string alignment). */
function editsBetween(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= from.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const edits = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
      ];
      rows[row]?.push(Math.min(...edits));
    }
  }
  return at(from.length, to.length);
}
