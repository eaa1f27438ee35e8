import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { epochsPerSlot, leaseSlots, type Lease, type LeaseAllocator } from "../lease-allocator.ts";

/** An allocator under test, with a memory of its own. */
export type OpenAllocator = {
  readonly allocator: LeaseAllocator;
  /** Opens the same memory once more, as another process would. */
  readonly openAgain: () => Promise<{ readonly allocator: LeaseAllocator; readonly close: () => Promise<void> }>;
  readonly close: () => Promise<void>;
};

export type LeaseAllocatorSubject = { readonly name: string; readonly open: () => Promise<OpenAllocator> };

/** Long enough for any machine, or over before anybody looks. */
const longMs = 600_000;
const shortMs = 1;

/** What every `LeaseAllocator` must do, as a vitest suite. */
export function describeLeaseAllocator(subject: LeaseAllocatorSubject): void {
  describe(`lease allocator ${subject.name}`, () => {
    let opened: OpenAllocator;
    let allocator: LeaseAllocator;

    beforeEach(async () => {
      opened = await subject.open();
      allocator = opened.allocator;
    });
    afterEach(() => opened.close());

    it("gives 50 who ask at once, from two processes, 50 different slots", async () => {
      const other = await opened.openAgain();
      const asked = Array.from({ length: 50 }, (_, index) =>
        acquire(index % 2 === 0 ? allocator : other.allocator, { holder: "node-a" }),
      );
      const leases = await Promise.all(asked);
      await other.close();
      expect(new Set(leases.map(({ slot }) => slot)).size).toBe(50);
    });

    it("refuses the 65th, and names who holds what until when", async () => {
      const before = Date.now();
      const leases = await acquireAll(allocator);
      expect(leases.map(({ slot }) => slot).sort((a, b) => a - b)).toEqual([...Array(leaseSlots).keys()]);
      const outcome = await allocator.acquire({ holder: "late", ttlMs: longMs });
      if (outcome.kind !== "slots-taken") throw new Error(`It was ${outcome.kind}.`);
      expect(outcome.held.map(({ slot, epoch, holder }) => ({ slot, epoch, holder }))).toEqual(
        leases.map((lease, index) => ({ ...lease, holder: `node-${index}` })).toSorted((a, b) => a.slot - b.slot),
      );
      // Its clock may be another machine's; a day is far more than clocks differ.
      for (const { endsAt } of outcome.held) expect(Math.abs(endsAt - before)).toBeLessThan(86_400_000);
    });

    it("grants no pair twice, whether leases end, are released or are replaced", async () => {
      const pairs = new Set<string>();
      for (let round = 0; round < 200; round += 1) {
        const lease = await acquireInTime(allocator, round % 2 === 0 ? shortMs : longMs);
        if (round % 4 === 1) await allocator.release(lease);
        pairs.add(JSON.stringify(lease));
      }
      expect(pairs.size).toBe(200);
    });

    it("remembers what it granted when it is opened again", async () => {
      const first = await acquire(allocator, { ttlMs: longMs });
      const other = await opened.openAgain();
      const second = await acquire(other.allocator, {});
      expect(await other.allocator.renew(first, longMs)).toBe(true);
      await other.close();
      expect(second.slot).not.toBe(first.slot);
    });

    it("takes every slot once before it takes one again", async () => {
      const slots = [];
      for (let round = 0; round < 2 * leaseSlots; round += 1) {
        const lease = await acquire(allocator, {});
        slots.push(`${lease.slot}:${lease.epoch}`);
        await allocator.release(lease);
      }
      const expected = [0, 1].flatMap((epoch) => Array.from({ length: leaseSlots }, (_, slot) => `${slot}:${epoch}`));
      expect(slots.toSorted()).toEqual(expected.toSorted());
    });

    it("grants a slot whose time is over to somebody else, under a higher epoch", async () => {
      const leases = await acquireAll(allocator, shortMs);
      const next = await acquireInTime(allocator);
      const before = leases.find(({ slot }) => slot === next.slot);
      expect(next.epoch).toBe((before?.epoch ?? 0) + 1);
    });

    it("keeps the epoch at a renewal, and prolongs the lease", async () => {
      const leases = await acquireAll(allocator, longMs);
      const [lease] = leases;
      if (lease === undefined) throw new Error("There is none.");
      expect(await allocator.renew(lease, 2 * longMs)).toBe(true);
      const outcome = await allocator.acquire({ holder: "late", ttlMs: longMs });
      const held = outcome.kind === "slots-taken" ? outcome.held : [];
      const renewed = held.find(({ slot }) => slot === lease.slot);
      expect(renewed).toMatchObject(lease);
      expect(renewed?.endsAt).toBe(Math.max(...held.map(({ endsAt }) => endsAt)));
    });

    it("renews no lease that is over, although nobody took its slot", async () => {
      const lease = await acquire(allocator, { ttlMs: shortMs });
      await untilOver(allocator, lease);
      expect(await allocator.renew(lease, longMs)).toBe(false);
    });

    it("refuses the tokens of before when another lease came after them", async () => {
      const lease = await acquire(allocator, {});
      await allocator.release(lease);
      const later = { ...lease, epoch: lease.epoch + 1 };
      // The slot comes up again when all others were taken.
      const all = await acquireAll(allocator);
      expect(all).toContainEqual(later);
      expect(await allocator.renew(lease, longMs)).toBe(false);
      expect(await allocator.release(lease)).toBe(false);
      expect(await allocator.renew(later, longMs), "the old token touched the new lease").toBe(true);
    });

    it("releases a lease once", async () => {
      const lease = await acquire(allocator, {});
      expect(await allocator.release(lease)).toBe(true);
      expect(await allocator.release(lease)).toBe(false);
      expect(await allocator.renew(lease, longMs)).toBe(false);
    });

    it("renews and releases nothing that it never granted", async () => {
      for (const lease of [
        { slot: 3, epoch: 0 },
        { slot: 3, epoch: -1 },
        { slot: 64, epoch: 0 },
      ]) {
        expect(await allocator.renew(lease, longMs)).toBe(false);
        expect(await allocator.release(lease)).toBe(false);
      }
    });

    it("passes over epochs on request, and ends the leases of before", async () => {
      const lease = await acquire(allocator, {});
      expect(await allocator.jumpEpochs(1_000)).toBe(epochsPerSlot - 1_001);
      expect(await allocator.renew(lease, longMs)).toBe(false);
      const all = await acquireAll(allocator);
      expect(all.find(({ slot }) => slot === lease.slot)?.epoch).toBe(1_001);
      expect(new Set(all.map(({ epoch }) => epoch))).toEqual(new Set([1_000, 1_001]));
    });

    it("hands out the last epoch of a slot, and then refuses for good", async () => {
      expect(await allocator.jumpEpochs(epochsPerSlot - 1)).toBe(1);
      const all = await acquireAll(allocator);
      expect(new Set(all.map(({ epoch }) => epoch))).toEqual(new Set([epochsPerSlot - 1]));
      const [lease] = all;
      if (lease === undefined) throw new Error("There is none.");
      expect(await allocator.renew(lease, longMs), "a lease of the last epoch may go on").toBe(true);
      await allocator.release(lease);
      const outcome = await allocator.acquire({ holder: "late", ttlMs: longMs });
      expect(outcome).toMatchObject({ kind: "epochs-spent" });
      expect(outcome.kind === "epochs-spent" ? outcome.held : []).toHaveLength(leaseSlots - 1);
      expect(await allocator.jumpEpochs(epochsPerSlot)).toBe(0);
    });
  });
}

async function acquire(
  allocator: LeaseAllocator,
  { holder = "node", ttlMs = longMs }: { readonly holder?: string; readonly ttlMs?: number },
): Promise<Lease> {
  const outcome = await allocator.acquire({ holder, ttlMs });
  if (outcome.kind !== "acquired") throw new Error(`It was ${outcome.kind}.`);
  return outcome.lease;
}

/** As many as there are slots; each is another one, unless the first are over before the last is asked for. */
async function acquireAll(allocator: LeaseAllocator, ttlMs = longMs): Promise<readonly Lease[]> {
  const leases = [];
  for (let index = 0; index < leaseSlots; index += 1) {
    leases.push(await acquire(allocator, { holder: `node-${index}`, ttlMs }));
  }
  return leases;
}

/** Asks until a slot is free. */
async function acquireInTime(allocator: LeaseAllocator, ttlMs = longMs): Promise<Lease> {
  for (;;) {
    const outcome = await allocator.acquire({ holder: "next", ttlMs });
    if (outcome.kind === "acquired") return outcome.lease;
    await pause();
  }
}

/** Asks until a lease of `shortMs` is refused its renewal; one that was still in time prolongs it by as much. */
async function untilOver(allocator: LeaseAllocator, lease: Lease): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    await pause();
    if (!(await allocator.renew(lease, shortMs))) return;
  }
  throw new Error("A lease of a millisecond did not end.");
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}
