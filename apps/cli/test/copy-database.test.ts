import type { StoreContents, StoreCounts } from "@narrows/links";
import type { PostgresFiller } from "@narrows/links/postgres";
import { describe, expect, test } from "vitest";
import { copyDatabase } from "../src/database/copy-database.ts";

const counts: StoreCounts = Object.freeze({}) as StoreCounts;

type Parts = { readonly links?: number; readonly keys?: number; readonly answers?: number };

/** A file with so many batches of links, keys and batches of answers; all of it is refused or taken at once. */
function openEnds({ links = 0, keys = 0, answers = 0 }: Parts, onWrite: () => void) {
  const times = <Item>(count: number, item: (index: number) => Item) =>
    Array.from({ length: count }, (_, n) => item(n));
  const source = {
    identity: undefined,
    counts: () => counts,
    owners: () => [],
    links: () => times(links, (n) => [{ domain: n === 0 ? "" : "b.example", code: `c${n}` }]),
    keys: () => times(keys, (n) => ({ id: n })),
    answers: () => times(answers, () => []),
  };
  const target = {
    use: async () => ({ hasLinks: false, isServed: false, copied: undefined }),
    owners: async () => undefined,
    links: async (batch: readonly unknown[]) => (onWrite(), { written: 0, refused: batch }),
    key: async () => onWrite(),
    answers: async () => onWrite(),
    counters: async () => undefined,
    counts: async () => counts,
  };
  return [source as unknown as StoreContents, target as unknown as PostgresFiller] as const;
}

const copy = (parts: Parts, signal: AbortSignal, onWrite: () => void = () => undefined) =>
  copyDatabase(...openEnds(parts, onWrite), { isMerge: false, now: 0, onProgress: () => undefined, signal });

describe("copying a database", () => {
  test("counts every link that is refused, and names the first five", async () => {
    const result = await copy({ links: 7 }, new AbortController().signal);
    expect([result.refused, result.firstRefused]).toEqual([
      7,
      ["c0", "b.example/c1", "b.example/c2", "b.example/c3", "b.example/c4"],
    ]);
  });

  test.each([{ links: 9 }, { keys: 9 }, { answers: 9 }])(
    "ends within a batch of %j when it is told to",
    async (parts) => {
      const told = new AbortController();
      let written = 0;
      const copying = copy(parts, told.signal, () => {
        written += 1;
        told.abort();
      });
      await expect(copying).rejects.toThrow("aborted");
      expect(written).toBe(1);
    },
  );
});
