import type { CreateRequest, CreateResult } from "./create-request.ts";
import { createLink } from "./create.ts";
import { LinkError } from "./errors.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { LinksOptions } from "./links.ts";
import type { Requester } from "./requester.ts";
import { StoreError } from "./store-error.ts";

/**
 * Makes many links, each in a transaction of its own, and tells of each how it ended.
 *
 * One Idempotency-Key covers all: every row is remembered under the key and its number, with the fingerprint of the
 * whole request, so a repetition after a crash finds the rows that were made and makes only the rest.
 *
 * @throws {LinkError} `IDEMPOTENCY_CONFLICT` when the key was used for other rows; nothing is created then.
 */
export async function createMany(
  options: LinksOptions,
  rows: readonly CreateRequest[],
  requester: Requester,
  idempotencyKey: string | undefined,
): Promise<readonly (CreateResult | LinkError | StoreError)[]> {
  const fingerprint = idempotencyKey === undefined ? undefined : fingerprintOf(rows);
  const idempotentRows = rows.map((_, index) =>
    fingerprint === undefined ? null : { requester: requester.id, key: `row:${index}:${idempotencyKey}`, fingerprint },
  );
  for (const row of idempotentRows) {
    if (row !== null) await refuseOtherRows(options, row);
  }
  return Promise.all(
    rows.map((row, index) => createLink(options, row, requester, idempotentRows[index] ?? null).catch(asOutcome)),
  );
}

async function refuseOtherRows(
  options: LinksOptions,
  row: { readonly requester: string; readonly key: string; readonly fingerprint: Uint8Array },
): Promise<void> {
  const earlier = await options.store.findIdempotent(row.requester, row.key, options.now());
  if (earlier !== undefined && Buffer.compare(earlier.fingerprint, row.fingerprint) !== 0) {
    throw new LinkError("IDEMPOTENCY_CONFLICT");
  }
}

function asOutcome(error: unknown): LinkError | StoreError {
  if (error instanceof LinkError || error instanceof StoreError) return error;
  throw error;
}
