import { readFile } from "node:fs/promises";

export type Count = { readonly ids: number; readonly duplicates: number; readonly lowest: bigint };

/** Counts the ids of many files, and those that are there already. */
export async function countDuplicates(files: readonly string[]): Promise<Count> {
  const parts = await Promise.all(files.map(readIds));
  const all = new BigUint64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  all.sort();
  let duplicates = 0;
  for (let index = 1; index < all.length; index += 1) if (all[index] === all[index - 1]) duplicates += 1;
  return { ids: all.length, duplicates, lowest: all[0] ?? 0n };
}

/** A process that was killed while it wrote may leave a part of an id, which nobody has got. */
async function readIds(file: string): Promise<BigUint64Array> {
  const bytes = new Uint8Array(await readFile(file));
  return new BigUint64Array(bytes.buffer, 0, Math.floor(bytes.length / 8));
}
