import type { LinkKey, Link } from "../../link.ts";
import type { StoreContents, StoreCounts, StoredAnswer, StoredKey } from "../../store-contents.ts";
import { createAsk, createTell, type Ask } from "./ask.ts";
import { connectionTarget } from "./connection-target.ts";
import { openConnection, type Connection } from "./connection.ts";
import { answerColumns, linkColumns } from "./create-columns.ts";
import { createArchiveFiller, type LinkToFill } from "./fill-archive.ts";
import { createInstallation } from "./installation.ts";
import { migratePostgres } from "./migrate-postgres.ts";
import { OwnerNumbers } from "./owner-numbers.ts";
import { storeErrorFrom } from "./postgres-error.ts";
import { keyParameters } from "./postgres-keys.ts";
import { arrayText, readStatement } from "./sql.ts";
import { inTransaction } from "./transaction.ts";

/** Puts the contents of another store into a database, so that it can be done again at any time. */
export interface PostgresFiller {
  /** What a database is used for, as far as it matters to whoever would fill it. */
  use(): Promise<{
    readonly hasLinks: boolean;
    /** Nodes have served from it. */
    readonly isServed: boolean;
    /** The `identity` of what was copied here first. */
    readonly copied: Uint8Array | undefined;
  }>;
  noteCopied(identity: Uint8Array): Promise<void>;
  owners(names: readonly string[]): Promise<void>;
  /** Writes what is missing; gives the links that another link of the database stands in the way of. */
  links(links: readonly Link[]): Promise<{ readonly written: number; readonly refused: readonly LinkKey[] }>;
  key(key: StoredKey): Promise<void>;
  /** An answer that is there too stays, unless its time was over by `now`. */
  answers(answers: readonly StoredAnswer[], now: number): Promise<void>;
  /**
   * Numbers and epochs go on after those of the other store.
   *
   * @param written Links that the copy wrote: for any, nodes that run forget what they remember, and edges pass their
   *   copies over for as long as one made before may be fresh.
   */
  counters(
    contents: Pick<StoreContents, "lastChange" | "nextEpochs">,
    sequence: number,
    written: number,
  ): Promise<void>;
  /** As `StoreContents.counts`. */
  counts(now: number): Promise<StoreCounts>;
  close(): Promise<void>;
}

const connectMs = 5_000;

/** A batch, or the count of a large table. */
const statementMs = 600_000;

/**
 * Opens a database to be filled; its schema is brought up to this release.
 *
 * @throws {DatabaseServerError} As `migratePostgres`.
 * @throws {StoreError}
 */
export async function openPostgresFiller(url: string): Promise<PostgresFiller> {
  await migratePostgres({ url, connectMs });
  const target = connectionTarget(url, { connectMs, statementMs, lockMs: 10_000 });
  const { connection } = await openConnection(target).catch((error: unknown) => {
    throw storeErrorFrom(error);
  });
  const pool = { use: <Result>(work: (connection: Connection) => Promise<Result>) => work(connection) };
  return { ...createFiller(connection, createAsk(pool), createTell(pool)), close: () => connection.close() };
}

function createFiller(connection: Connection, ask: Ask, tell: Ask): Omit<PostgresFiller, "close"> {
  const numbers = new OwnerNumbers();
  const statements = readStatements();
  return {
    ...createUse(ask, tell),
    async owners(names) {
      for (const batch of batchesOf(names)) await numbers.find(connection, batch);
    },
    links: createLinkFiller(connection, numbers, ask, tell),
    async key({ key, secretHash }) {
      await tell(statements.key, { ...keyParameters(key), secretHash });
    },
    async answers(answers, now) {
      const columns = answerColumns(answers.map(({ record, link }) => ({ record, key: link })));
      await tell(statements.answers, { now, ...columns });
    },
    async counters(contents, sequence, written) {
      const epochs = contents.nextEpochs();
      const slot = arrayText(epochs.map((each) => each.slot));
      await tell(statements.sequence, { sequence });
      await tell(statements.epochs, { slot, nextEpoch: arrayText(epochs.map(({ nextEpoch }) => nextEpoch)) });
      await inTransaction(connection, async () => {
        await connection.run(statements.lock);
        await connection.run(statements.position, { position: contents.lastChange(), written });
      });
    },
    async counts(now) {
      const [row = []] = await ask(statements.counts, { now });
      return Object.fromEntries(countNames.map((name, index) => [name, Number(row[index])])) as StoreCounts;
    },
  };
}

function createUse(ask: Ask, tell: Ask): Pick<PostgresFiller, "use" | "noteCopied"> {
  const installation = createInstallation(ask, tell);
  return {
    use: async () => ({
      hasLinks: await installation.hasLinks(),
      isServed: (await installation.find("CODE_SECRET")) !== undefined,
      copied: await installation.find(copiedName),
    }),
    async noteCopied(identity) {
      await installation.agree(copiedName, identity);
    },
  };
}

/** Looks first: of a copy that is made again, most is there already. */
function createLinkFiller(connection: Connection, numbers: OwnerNumbers, ask: Ask, tell: Ask): PostgresFiller["links"] {
  const fill = readStatement("fill-links");
  const differences = readStatement("fill-differences");
  const fillClicks = readStatement("fill-clicks");
  const archive = createArchiveFiller(connection, ask, tell);
  return async (links) => {
    const owners = await numbers.find(
      connection,
      links.map(({ ownerId }) => ownerId),
    );
    const columns = (wanted: readonly Pick<LinkToFill, "link">[]) => linkColumns(wanted, owners);
    const columnsWithClicks = (wanted: readonly Pick<LinkToFill, "link">[]) => ({
      ...columns(wanted),
      clicksUsed: arrayText(wanted.map(({ link }) => link.clicksUsed)),
    });
    const differing = async (wanted: readonly Pick<LinkToFill, "link">[]): Promise<readonly LinkToFill[]> => {
      if (wanted.length === 0) return [];
      const rows = await ask(differences, columnsWithClicks(wanted));
      const earlierMonths = new Map(rows.map(([place, month]) => [Number(place), month as number | null]));
      return wanted.flatMap(({ link }, index) => {
        const earlierMonth = earlierMonths.get(index + 1);
        return earlierMonth === undefined ? [] : [{ link, earlierMonth }];
      });
    };
    const missing = await differing(links.map((link) => ({ link })));
    if (missing.length === 0) return { written: 0, refused: [] };
    await archive.makeMonths(missing);
    return inTransaction(connection, async () => {
      await tell(fill, columns(missing));
      const opened = missing.filter(({ link }) => link.clicksUsed > 0);
      if (opened.length > 0) await tell(fillClicks, columnsWithClicks(opened));
      const refused = new Set((await differing(missing)).map(({ link }) => link));
      const written = missing.filter(({ link }) => !refused.has(link));
      // Not of those that another link stands in the way of: it may be archived itself.
      await archive.keep(written);
      return { written: written.length, refused: [...refused] };
    });
  };
}

const copiedName = "copied";

/** In the order of `fill-counts.sql`. */
const countNames: readonly (keyof StoreCounts)[] = [
  "links",
  "tombstones",
  "quarantined",
  "tags",
  "owners",
  "keys",
  "answers",
  "sequence",
  "epochs",
];

const ownersPerBatch = 1_000;

function readStatements() {
  return {
    key: readStatement("fill-key"),
    answers: readStatement("fill-answers"),
    sequence: readStatement("fill-sequence"),
    epochs: readStatement("fill-epochs"),
    lock: readStatement("lock-changes"),
    position: readStatement("fill-position"),
    counts: readStatement("fill-counts"),
  };
}

function batchesOf(names: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(names.length / ownersPerBatch);
  return Array.from({ length: count }, (_, index) => names.slice(index * ownersPerBatch, (index + 1) * ownersPerBatch));
}
