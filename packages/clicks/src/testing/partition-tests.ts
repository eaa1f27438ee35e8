import { expect, it } from "vitest";
import { endOfLog } from "../click-store.ts";
import { nextMillisecond } from "./next-millisecond.ts";
import { totalOf } from "./total-of.ts";
import { batchOf, dayMs, newClick, uniqueLink, uniqueMonth, uniqueName } from "./unique-clicks.ts";
import type { ClicksUnderTest } from "./use-clicks.ts";

/** By the clock of every store. */
const tomorrow = () => Date.now() + dayMs;

/** What the store knows of a log, and for how long. */
export function partitionTests(clicks: ClicksUnderTest): void {
  const find = async (name: string) => (await clicks.second.partitions()).find(({ partition }) => partition === name);
  const forgetAll = () => clicks.first.forget({ rawBefore: tomorrow(), slotsBefore: undefined });

  it("tells of every partition how far it is stored, up to when, and when that was", async () => {
    const [stored, read] = [uniqueName("partition"), uniqueName("partition")];
    const before = Date.now() - dayMs;
    await clicks.first.store(batchOf([newClick({ at: uniqueMonth() })], { partition: stored, to: 70 }));
    await clicks.first.complete(read, 5_000);
    expect(await find(stored)).toMatchObject({ at: 70, completeAt: undefined });
    expect(await find(read)).toMatchObject({ at: 0, completeAt: 5_000 });
    for (const name of [stored, read]) expect((await find(name))?.seenAt).toBeGreaterThan(before);
    const names = (await clicks.first.partitions()).map(({ partition }) => partition);
    expect(names).toEqual(names.toSorted());
    expect(await find(uniqueName("partition"))).toBeUndefined();
  });

  it("waits for no partition that has ended, and has its position for whoever reads it after all", async () => {
    const [lost, alive] = [uniqueName("partition"), uniqueName("partition")];
    await clicks.first.store(batchOf([], { partition: lost, to: 70 }));
    await clicks.first.complete(alive, tomorrow());
    await clicks.first.complete(lost, endOfLog);
    expect(await find(lost)).toMatchObject({ at: 70, completeAt: endOfLog });
    await forgetAll();
    expect(await clicks.second.position(lost)).toEqual({ at: 70, begun: undefined });
  });

  it("forgets a partition that was let go, and no other", async () => {
    const [gone, kept] = [uniqueName("partition"), uniqueName("partition")];
    for (const partition of [gone, kept]) {
      await clicks.first.store(batchOf([], { partition, to: 70 }));
      await clicks.first.complete(partition, endOfLog);
    }
    await clicks.first.letGo(gone);
    await clicks.first.forget({ rawBefore: Date.now() - dayMs, slotsBefore: undefined });
    expect(await find(gone)).toMatchObject({ at: 70 });
    await forgetAll();
    expect(await find(gone)).toBeUndefined();
    expect(await clicks.first.position(gone)).toEqual({ at: 0, begun: undefined });
    expect(await find(kept)).toMatchObject({ at: 70, completeAt: endOfLog });
  });

  it("keeps a partition of which something came after it was let go", async () => {
    const [link, stored, read] = [uniqueLink(), uniqueName("partition"), uniqueName("partition")];
    const batch = batchOf([newClick({ ...link, at: uniqueMonth() })], { partition: stored, to: 10 });
    await clicks.first.store(batch);
    await clicks.first.complete(read, 5_000);
    for (const partition of [stored, read]) await clicks.first.letGo(partition);
    await nextMillisecond();
    await clicks.second.store(batchOf([], { partition: stored, from: 10, to: 20 }));
    await clicks.second.complete(read, 6_000);
    await forgetAll();
    expect([(await find(stored))?.at, (await find(read))?.completeAt]).toEqual([20, 6_000]);
    await clicks.first.store(batch);
    expect((await totalOf(clicks.first, link)).clicks).toBe(1);
  });
}
