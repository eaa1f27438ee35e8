/** Runs `work` over every item, at most `width` at a time; the results stand in the order of the items. */
export async function inParallel<Item, Result>(
  width: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const runLane = async (): Promise<void> => {
    // One iterator for all lanes: each takes the next item that nobody has.
    for (const [index, item] of entries) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: width }, runLane));
  return results;
}
