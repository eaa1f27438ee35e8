import type { CreateCommand } from "@narrows/links";
import { openSqlite } from "@narrows/links/sqlite";
import { codeOf, destinationOf } from "./link-set.ts";

/** As many as the store takes into its queue. */
const chunkSize = 4096;
const owner = "0b6f7b0e-0000-4000-8000-000000000000";
/** 2026-01-01, and a millisecond later for every link. */
const firstCreatedAt = Date.UTC(2026, 0, 1);

/** Puts links into a database of the service through its own store, which is faster than over HTTP. */
export async function fillNarrowsFile(path: string, links: number): Promise<void> {
  const database = await openSqlite({ path });
  try {
    await fillStore(database.links, links);
  } finally {
    await database.close();
  }
}

/** Puts the first links of the link set into a store. */
export async function fillStore(store: Creates, links: number): Promise<void> {
  for (let first = 0; first < links; first += chunkSize) {
    const count = Math.min(chunkSize, links - first);
    const commands = Array.from({ length: count }, (_, offset) => commandFor(first + offset));
    await Promise.all(commands.map((command) => createOrThrow(store, command)));
  }
}

type Creates = { create(command: CreateCommand): Promise<{ readonly kind: string }> };

async function createOrThrow(store: Creates, command: CreateCommand): Promise<void> {
  const { kind } = await store.create(command);
  if (kind !== "created") throw new Error(`Link ${command.link.code} was not created: ${kind}.`);
}

function commandFor(index: number): CreateCommand {
  const createdAt = firstCreatedAt + index;
  return {
    link: {
      domain: "",
      code: codeOf(index),
      kind: "generated",
      destination: destinationOf(index),
      redirectStatus: 302,
      ownerId: owner,
      enabled: true,
      expiresAt: null,
      createdAt,
      updatedAt: createdAt,
      version: 1,
      deletedAt: null,
      quarantinedAt: null,
      quarantineReason: null,
      tags: [],
      note: null,
      maxClicks: null,
      clicksUsed: 0,
    },
    settingsDigest: null,
    reuse: false,
    idempotency: null,
    now: createdAt,
  };
}
