import type { CreateCommand, IdempotencyRecord } from "../../link-store.ts";
import type { LinkKey } from "../../link.ts";
import { flagsOf, insertParameters, destinationHostHash } from "./link-row.ts";
import { arrayText } from "./sql.ts";

type Value = string | number | null;

/** Turns rows, of which there is one at least, into one array for each of their columns, by the names of the columns. */
function columnsOf<Name extends string>(rows: readonly Readonly<Record<Name, Value>>[]): Record<Name, string> {
  const names = Object.keys(rows[0] ?? {}) as Name[];
  const columns = names.map((name) => [name, arrayText(rows.map((row) => row[name]))] as const);
  return Object.fromEntries(columns) as Record<Name, string>;
}

/** The parameters of `insert-links.sql`. */
export function linkColumns(commands: readonly Pick<CreateCommand, "link">[], owners: ReadonlyMap<string, number>) {
  return columnsOf(
    commands.map(({ link }) => {
      const { owner, ...values } = insertParameters(link);
      return { ...values, ownerId: numberOf(owner, owners) };
    }),
  );
}

/** The parameters of `select-reusable.sql`. */
export function samenessColumns(commands: readonly CreateCommand[], owners: ReadonlyMap<string, number>) {
  return columnsOf(
    commands.map(({ link, now }) => ({
      ownerId: numberOf(link.ownerId, owners),
      domain: link.domain,
      destination: link.destination,
      hostHash: destinationHostHash(link),
      flags: flagsOf(link),
      alias: link.kind === "alias" ? link.code : null,
      expiresAt: link.expiresAt,
      tags: link.tags.length === 0 ? null : JSON.stringify(link.tags),
      note: link.note,
      now,
    })),
  );
}

/** The parameters of `claim-answers.sql`, but for the instant. */
export function answerColumns(
  records: readonly { readonly record: IdempotencyRecord; readonly key: LinkKey | null }[],
) {
  return columnsOf(
    records.map(({ record, key }) => ({
      requester: record.requester,
      key: record.key,
      fingerprint: `\\x${Buffer.from(record.fingerprint).toString("hex")}`,
      // No link has the empty code.
      domain: key?.domain ?? "",
      code: key?.code ?? "",
      responseBody: record.responseBody,
      isReuse: String(record.isReuse),
      expiresAt: record.expiresAt,
    })),
  );
}

/** The parameters of `select-answers.sql`, and those of `release-answers.sql`. */
export function answerKeyColumns(rows: readonly { readonly record: IdempotencyRecord; readonly now: number }[]) {
  return columnsOf(rows.map(({ record, now }) => ({ requester: record.requester, key: record.key, now })));
}

function numberOf(owner: string | null, owners: ReadonlyMap<string, number>): number | null {
  if (owner === null) return null;
  const number = owners.get(owner);
  if (number === undefined) throw new Error("The owner's number was not asked for.");
  return number;
}
