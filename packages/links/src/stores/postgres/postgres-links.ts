import { isCode } from "../../code-form.ts";
import type { LinkStore } from "../../link-store.ts";
import { isForgotten } from "../../link.ts";
import { NumberBlock } from "../../number-block.ts";
import { keepAnswer } from "./answers.ts";
import { wholeLink } from "./archived-payload.ts";
import { createAsk, createTell } from "./ask.ts";
import { createChangeLog } from "./change-log.ts";
import type { ChangeQueue } from "./change-queue.ts";
import type { ClickSpends } from "./click-spends.ts";
import type { CreateQueue } from "./create-queue.ts";
import type { KnownChanges } from "./known-changes.ts";
import { storedLinkFromRow } from "./link-row.ts";
import { createList } from "./list-links.ts";
import type { Lookups } from "./lookups.ts";
import type { Pool } from "./pool.ts";
import { readStatement } from "./sql.ts";
import { createChanges } from "./write-change.ts";

/** A crash skips up to so many numbers of the `sequence` strategy; one commit serves as many links. */
const numbersPerBlock = 64;

const selectLink = readStatement("select-link");
const selectIdempotency = readStatement("select-idempotency");
const reserveNumbers = readStatement("reserve-numbers");
const purgeChanges = readStatement("purge-changes");
const purgeIdempotency = readStatement("purge-idempotency");
const writePing = readStatement("write-ping");

export type PostgresParts = {
  readonly findTarget: LinkStore["findTarget"];
  readonly known: KnownChanges;
  readonly creates: CreateQueue;
  readonly reads: Pool;
  readonly changes: Pool;
  readonly lists: Pool;
  readonly pings: Pool;
  readonly changeQueue: ChangeQueue;
  readonly spends: Pick<ClickSpends, "spend">;
  readonly clicksLeft: Pick<Lookups<boolean>, "find">;
};

/** Puts `LinkStore` together. */
export function createPostgresLinks({ creates, reads, changes, lists, pings, ...parts }: PostgresParts): LinkStore {
  const ask = createAsk(reads);
  const tell = createTell(changes);
  const tellPing = createTell(pings);
  const numbers = new NumberBlock(numbersPerBlock, async (count) => {
    const [row] = await tell(reserveNumbers, { count });
    return Number(row?.[0]);
  });

  return {
    findTarget: parts.findTarget,
    async find({ domain, code }) {
      if (!isCode(code)) return undefined;
      const read = async () => (await ask(selectLink, { domain, code }))[0];
      const row = await read();
      if (row === undefined) return undefined;
      const link = await wholeLink(row, ask);
      if (!isForgotten(link)) return link;
      // A change may have brought it back between the two reads; then it is no longer archived.
      return storedLinkFromRow((await read()) ?? row).link;
    },
    async findIdempotent(requester, key, now) {
      const [row] = await ask(selectIdempotency, { requester, key, now });
      if (row === undefined) return undefined;
      const [fingerprint, responseBody, isReuse] = row;
      return {
        fingerprint: fingerprint as Uint8Array,
        responseBody: responseBody as string,
        isReuse: isReuse as boolean,
      };
    },
    create: (command) => creates.create(command),
    keepAnswer: (record, key, now) => changes.use((connection) => keepAnswer(connection, { record, key, now })),
    ...createChanges(changes, parts.changeQueue, parts.known),
    spendClick: (request) => parts.spends.spend(request),
    hasClicksLeft: async (key) => (await parts.clicksLeft.find(key)) ?? true,
    list: createList(createAsk(lists)),
    nextNumber: () => numbers.take(),
    ...createChangeLog(ask, parts.known),
    purgeChanges: async (keep, limit) => (await tell(purgeChanges, { keep, limit })).count,
    purgeIdempotency: async (now, limit) => (await tell(purgeIdempotency, { now, limit })).count,
    async ping() {
      await tellPing(writePing);
    },
  };
}
