import type { IdempotencyRecord, IdempotentAnswer, LinkStore, RepeatOutcome } from "../../link-store.ts";
import type { LinkKey } from "../../link.ts";
import type { Connection, Row } from "./connection.ts";
import { answerColumns, answerKeyColumns } from "./create-columns.ts";
import { keyText } from "./key-text.ts";
import { changeErrorFrom } from "./postgres-error.ts";
import { readStatement } from "./sql.ts";

const claimAnswers = readStatement("claim-answers");
const selectAnswers = readStatement("select-answers");
const releaseAnswers = readStatement("release-answers");

/** A record to be kept with a link, or with none, as things stand at `now`. */
export type Claim = { readonly record: IdempotencyRecord; readonly key: LinkKey | null; readonly now: number };

export type StoredAnswer = { readonly fingerprint: Uint8Array } & IdempotentAnswer;

/** How often a record is asked for that was taken and given back in between. */
const maxTries = 5;

/** Keeps those whose keys are free; returns their `keyText`. Until the end of the transaction nobody else keeps them. */
export async function claim(connection: Connection, claims: readonly Claim[]): Promise<ReadonlySet<string>> {
  if (claims.length === 0) return new Set();
  // The earliest: one that is over for some of them only is left alone, and asked for again by itself.
  const now = Math.min(...claims.map((each) => each.now));
  const rows = await connection.run(claimAnswers, { ...answerColumns(claims), now });
  return new Set(rows.map(([requester, key]) => keyText(requester, key)));
}

/** What stands under the keys of the claims, in their order. */
export async function findAnswers(
  connection: Connection,
  claims: readonly Pick<Claim, "record" | "now">[],
): Promise<readonly (StoredAnswer | undefined)[]> {
  const found = claims.map((): StoredAnswer | undefined => undefined);
  if (claims.length === 0) return found;
  const rows = await connection.run(selectAnswers, answerKeyColumns(claims));
  for (const row of rows) found[Number(row[0]) - 1] = storedAnswer(row);
  return found;
}

export async function release(connection: Connection, claims: readonly Claim[]): Promise<void> {
  if (claims.length > 0) await connection.run(releaseAnswers, answerKeyColumns(claims));
}

/** Carries out `LinkStore.keepAnswer`; each statement is a transaction of its own. */
export async function keepAnswer(connection: Connection, asked: Claim): ReturnType<LinkStore["keepAnswer"]> {
  try {
    for (let tries = 0; tries < maxTries; tries += 1) {
      if ((await claim(connection, [asked])).size === 1) return { kind: "kept" };
      const [stored] = await findAnswers(connection, [asked]);
      if (stored !== undefined) return repeatOutcome(stored, asked.record);
    }
  } catch (error) {
    throw changeErrorFrom(error);
  }
  throw new Error("A record came and went again and again.");
}

export function repeatOutcome(stored: StoredAnswer, record: IdempotencyRecord): RepeatOutcome {
  if (Buffer.compare(stored.fingerprint, record.fingerprint) !== 0) return { kind: "idempotency-conflict" };
  return { kind: "replayed", responseBody: stored.responseBody, isReuse: stored.isReuse };
}

function storedAnswer([, fingerprint, responseBody, isReuse]: Row): StoredAnswer {
  return {
    fingerprint: fingerprint as Uint8Array,
    responseBody: responseBody as string,
    isReuse: isReuse as boolean,
  };
}
