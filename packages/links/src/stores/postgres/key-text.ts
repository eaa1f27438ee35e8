/** Two texts that are a key in the database, as one; neither of them has a NUL. */
export function keyText(first: unknown, second: unknown): string {
  return `${String(first)}\0${String(second)}`;
}
