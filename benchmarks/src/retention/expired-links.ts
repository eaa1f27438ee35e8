import type { CreateCommand, LinkKey } from "@narrows/links";
import { codeOf, destinationOf } from "../link-set.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const createdAt = Date.UTC(2026, 0, 1);
/** They expire one after the other. */
const firstExpiresAt = Date.UTC(2026, 1, 1);
const lastExpiresAt = Date.UTC(2026, 2, 1);
const archivedAt = Date.UTC(2026, 6, 1);

/** In one transaction, as the service does it. */
const batch = 100;
/** As many at once as clients might. */
const inFlight = 64;

/** Puts `count` links in that have expired and as many that never do. */
export async function fillHalfExpired({ links }: StoreUnderTest, count: number): Promise<void> {
  for (let first = 0; first < 2 * count; first += 1_000) {
    const indexes = Array.from({ length: Math.min(1_000, 2 * count - first) }, (_, offset) => first + offset);
    const outcomes = await Promise.all(indexes.map((index) => links.create(commandFor(index, index < count))));
    if (outcomes.some(({ kind }) => kind !== "created")) throw new Error("A link was not created.");
  }
}

/** The way of the service: small batches, then the month as a whole. */
export async function archiveAndDrop({ archive }: StoreUnderTest): Promise<void> {
  let after = 0;
  for (;;) {
    const outcome = await archive.archiveExpired({ after, before: lastExpiresAt, now: archivedAt, limit: batch });
    if (outcome.kind === "busy" || outcome.last === null || outcome.count < batch) break;
    after = outcome.last;
  }
  for (const month of await archive.months()) await archive.dropMonth(month);
}

/** The other way: each link by itself becomes a tombstone. */
export async function deleteEach({ links }: StoreUnderTest, count: number): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const guard = { ownerId: undefined, domain: undefined };
      await links.delete({ key: keyOf(index), guard, now: archivedAt });
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
}

/** How many of the links are not as they should be: the expired ones empty and claimed, the others whole. */
export async function countWrong({ links }: StoreUnderTest, count: number): Promise<number> {
  let wrong = 0;
  for (let index = 0; index < 2 * count; index += 1) {
    const found = await links.find(keyOf(index));
    if (found?.destination !== (index < count ? "" : destinationOf(index))) wrong += 1;
  }
  return wrong;
}

export function keyOf(index: number): LinkKey {
  return { domain: "", code: codeOf(index) };
}

function commandFor(index: number, isExpired: boolean): CreateCommand {
  return {
    link: {
      ...keyOf(index),
      kind: "generated",
      destination: destinationOf(index),
      redirectStatus: 302,
      ownerId: `owner-${index % 50}`,
      enabled: true,
      expiresAt: isExpired ? firstExpiresAt + index * 1_000 : null,
      createdAt: createdAt + index,
      updatedAt: createdAt + index,
      version: 1,
      deletedAt: null,
      quarantinedAt: null,
      quarantineReason: null,
      tags: [`week-${index % 7}`],
      note: null,
      maxClicks: null,
      clicksUsed: 0,
    },
    settingsDigest: null,
    reuse: false,
    idempotency: null,
    now: createdAt + index,
  };
}
