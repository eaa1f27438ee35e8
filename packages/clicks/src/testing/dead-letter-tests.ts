import { expect, it } from "vitest";
import type { DeadLetter } from "../dead-letter.ts";
import { totalOf } from "./total-of.ts";
import { batchOf, newClick, uniqueLink, uniqueMonth, uniqueName } from "./unique-clicks.ts";
import type { ClicksUnderTest } from "./use-clicks.ts";

export function deadLetterTests(clicks: ClicksUnderTest): void {
  it("keeps what is no click, the newest first", async () => {
    const partition = uniqueName("partition");
    const dead = [letter(partition, { index: 0, foundAt: 1_000 }), letter(partition, { index: 2, foundAt: 2_000 })];
    await clicks.first.store(batchOf([], { partition, to: 3, dead }));
    expect(await clicks.second.deadLetters(2)).toEqual(dead.toReversed());
    expect(await clicks.second.deadLetters(1)).toEqual([dead[1]]);
  });

  it("keeps them once, and the clicks beside them", async () => {
    const [link, partition, at] = [uniqueLink(), uniqueName("partition"), uniqueMonth()];
    const dead = [letter(partition, { foundAt: at })];
    const batch = batchOf([newClick({ ...link, at })], { partition, to: 3, dead });
    await clicks.first.store(batch);
    await clicks.first.store(batch);
    const found = await clicks.first.deadLetters(1_000);
    expect(found.filter((each) => each.partition === partition)).toEqual(dead);
    expect((await totalOf(clicks.first, link)).clicks).toBe(1);
  });

  it("keeps none of a batch that it refuses", async () => {
    const partition = uniqueName("partition");
    const batch = batchOf([], { partition, from: 5, to: 8, dead: [letter(partition)] });
    await expect(clicks.first.store(batch)).rejects.toMatchObject({ code: "POSITION_MOVED" });
    const found = await clicks.first.deadLetters(1_000);
    expect(found.filter((each) => each.partition === partition)).toEqual([]);
  });

  it.each([
    "",
    "'; DROP TABLE clicks; --",
    '{"v":1,"id":"\\u0000"}',
    "a\u0000b",
    "half \uD83D a character",
    "\uFEFF링크 🔗",
  ])("lets no record hold up a partition, whatever stands in it: %j", async (record) => {
    const partition = uniqueName("partition");
    const dead = [letter(partition, { record, fault: `Not a click: ${record}`, foundAt: 9_000_000_000_000 })];
    await clicks.first.store(batchOf([], { partition, to: 3, dead }));
    const found = (await clicks.second.deadLetters(100)).find((each) => each.partition === partition);
    expect(readable(found?.record)).toBe(readable(record));
    expect(await clicks.first.position(partition)).toEqual({ at: 3, begun: undefined });
  });

  it("keeps a record as long as one may be", async () => {
    const partition = uniqueName("partition");
    const dead = [letter(partition, { record: "링".repeat(4_096), foundAt: 9_000_000_000_001 })];
    await clicks.first.store(batchOf([], { partition, to: 3, dead }));
    expect(await clicks.second.deadLetters(1)).toEqual(dead);
  });
}

function letter(partition: string, fields: Partial<DeadLetter> = {}): DeadLetter {
  return { partition, batchTo: 3, index: 1, record: "{}", fault: "v: 1 is needed.", foundAt: 5_000, ...fields };
}

/** What not every database can hold may be replaced. */
function readable(text: string | undefined): string | undefined {
  return text?.toWellFormed().replaceAll("\u0000", "\uFFFD");
}
