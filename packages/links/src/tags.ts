/** Sorts tags and drops repetitions: tags are a set. */
export function normaliseTags(tags: readonly string[] | undefined): readonly string[] {
  return tags === undefined ? [] : [...new Set(tags)].sort();
}
