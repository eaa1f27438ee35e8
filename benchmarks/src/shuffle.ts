/**
 * The values in random order: who walks links in the order of their creation reads neighbours in the file, which real
 * visitors do not.
 */
export function shuffled<T>(values: readonly T[], random: () => number): readonly T[] {
  const drawn = values.map((value) => ({ value, order: random() }));
  return drawn.toSorted((a, b) => a.order - b.order).map(({ value }) => value);
}
