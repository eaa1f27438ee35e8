import type { CreateCommand, CreateOutcome } from "../../link-store.ts";
import type { Link } from "../../link.ts";
import { claim, findAnswers, release, repeatOutcome, type Claim } from "./answers.ts";
import type { Connection } from "./connection.ts";
import { linkColumns, samenessColumns } from "./create-columns.ts";
import type { CreateKeys } from "./create-keys.ts";
import { DatabaseServerError } from "./database-server-error.ts";
import { keyText } from "./key-text.ts";
import { linkFromRow } from "./link-row.ts";
import type { OwnerNumbers } from "./owner-numbers.ts";
import { changeErrorFrom, storeErrorFrom } from "./postgres-error.ts";
import { arrayText, readStatement } from "./sql.ts";
import { inTransaction } from "./transaction.ts";

const insertLinks = readStatement("insert-links");
const lockSameness = readStatement("lock-sameness");
const selectReusable = readStatement("select-reusable");

export type GroupMember = { readonly command: CreateCommand; readonly keys: CreateKeys };

/** How one create ended; "again": what it met came and went, so it is to be asked once more, alone. */
export type MemberResult =
  | { readonly kind: "outcome"; readonly outcome: CreateOutcome }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "again" };

/**
 * Carries out creates that have nothing in common, in one transaction; resolves after its commit. One whose values break
 * a rule of the schema fails alone.
 */
export async function createLinks(
  connection: Connection,
  owners: OwnerNumbers,
  members: readonly GroupMember[],
): Promise<readonly MemberResult[]> {
  try {
    const numbers = await findOwners(connection, owners, members);
    const isPlain = members.every(({ keys }) => keys.answer === undefined && keys.sameness === undefined);
    return isPlain
      ? await insertAlone(connection, numbers, members)
      : await inTransaction(connection, () => createChecked(connection, numbers, members));
  } catch (error) {
    if (members.length === 1 || !isRefusal(error)) return members.map(() => ({ kind: "failed", error }));
  }
  const results: MemberResult[] = [];
  for (const member of members) results.push(...(await createLinks(connection, owners, [member])));
  return results;
}

/** A failure before anything of the group was sent leaves nothing behind but owners. */
async function findOwners(
  connection: Connection,
  owners: OwnerNumbers,
  members: readonly GroupMember[],
): Promise<ReadonlyMap<string, number>> {
  try {
    return await owners.find(
      connection,
      members.map(({ command }) => command.link.ownerId),
    );
  } catch (error) {
    throw storeErrorFrom(error);
  }
}

/** One statement is a transaction of its own. */
async function insertAlone(
  connection: Connection,
  numbers: ReadonlyMap<string, number>,
  members: readonly GroupMember[],
): Promise<readonly MemberResult[]> {
  try {
    const created = await insert(connection, numbers, members);
    return members.map(({ keys }) => ended({ kind: created.has(keys.code) ? "created" : "code-taken" }));
  } catch (error) {
    throw changeErrorFrom(error);
  }
}

async function createChecked(
  connection: Connection,
  numbers: ReadonlyMap<string, number>,
  members: readonly GroupMember[],
): Promise<readonly MemberResult[]> {
  const [claimed, reusable] = await Promise.all([
    claim(connection, members.flatMap(claimsOf)),
    findReusable(connection, numbers, members),
  ]);
  const isFree = ({ keys }: GroupMember): boolean => keys.answer === undefined || claimed.has(keys.answer);
  const earlier = await earlierAnswers(
    connection,
    members.filter((member) => !isFree(member)),
  );
  const inserting = members.filter((member) => isFree(member) && !reusable.has(member));
  const created = await insert(connection, numbers, inserting);
  const wasCreated = (member: GroupMember): boolean => inserting.includes(member) && created.has(member.keys.code);
  // A record is kept with a created link only.
  const surplus = members.filter((member) => claimed.has(member.keys.answer ?? "") && !wasCreated(member));
  await release(connection, surplus.flatMap(claimsOf));
  return members.map((member) => {
    if (!isFree(member)) return earlier.get(member) ?? { kind: "again" };
    const link = reusable.get(member);
    if (link !== undefined) return ended({ kind: "reused", link });
    return ended({ kind: wasCreated(member) ? "created" : "code-taken" });
  });
}

/** One, or none where there is no Idempotency-Key. */
function claimsOf({ command: { idempotency, link, now } }: GroupMember): readonly Claim[] {
  return idempotency === null ? [] : [{ record: idempotency, key: link, now }];
}

/** The locks go before the look, in a statement of their own: it must see what was committed while it waited for them. */
async function findReusable(
  connection: Connection,
  numbers: ReadonlyMap<string, number>,
  members: readonly GroupMember[],
): Promise<ReadonlyMap<GroupMember, Link>> {
  const asking = members.filter(({ keys }) => keys.sameness !== undefined);
  if (asking.length === 0) return new Map();
  const locks = arrayText(asking.map(({ keys }) => keys.sameness ?? ""));
  const commands = asking.map(({ command }) => command);
  const [, rows] = await Promise.all([
    connection.run(lockSameness, { locks }),
    connection.run(selectReusable, samenessColumns(commands, numbers)),
  ]);
  return new Map(
    rows.flatMap(([number, ...row]) => {
      const member = asking[Number(number) - 1];
      return member === undefined ? [] : [[member, linkFromRow(row)]];
    }),
  );
}

async function earlierAnswers(
  connection: Connection,
  members: readonly GroupMember[],
): Promise<ReadonlyMap<GroupMember, MemberResult>> {
  const asking = members.flatMap((member) => claimsOf(member).map((asked) => ({ member, asked })));
  const claims = asking.map(({ asked }) => asked);
  const answers = await findAnswers(connection, claims);
  return new Map(
    asking.flatMap(({ member, asked }, index) => {
      const stored = answers[index];
      return stored === undefined ? [] : [[member, ended(repeatOutcome(stored, asked.record))]];
    }),
  );
}

async function insert(
  connection: Connection,
  numbers: ReadonlyMap<string, number>,
  members: readonly GroupMember[],
): Promise<ReadonlySet<string>> {
  if (members.length === 0) return new Set();
  const commands = members.map(({ command }) => command);
  const rows = await connection.run(insertLinks, linkColumns(commands, numbers));
  return new Set(rows.map(([domain, code]) => keyText(domain, code)));
}

function ended(outcome: CreateOutcome): MemberResult {
  return { kind: "outcome", outcome };
}

function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseServerError && error.code === "ROW_REFUSED";
}
