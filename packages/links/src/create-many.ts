import type { CreateRequest, CreateResult } from "./create-request.ts";
import { createLink } from "./create.ts";
import { LinkError } from "./errors.ts";
import { fingerprintOfMany } from "./fingerprint.ts";
import type { LinksOptions } from "./links.ts";
import type { Requester } from "./requester.ts";
import { StoreError } from "./store-error.ts";
import { createTurns } from "./turns.ts";

/** A row costs as much as so many characters of a destination, however short it is. */
const rowCost = 2 * 1024;

type RowOutcome = CreateResult | LinkError | StoreError;

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
): Promise<readonly RowOutcome[]> {
  const fingerprint = idempotencyKey === undefined ? undefined : await fingerprintOfMany(rows);
  const idempotentRows = rows.map((_, index) =>
    fingerprint === undefined ? null : { requester: requester.id, key: `row:${index}:${idempotencyKey}`, fingerprint },
  );
  const turn = createTurns();
  for (const row of idempotentRows) {
    if (row !== null) await refuseOtherRows(options, row);
    await turn(rowCost);
  }
  const startRow = (row: CreateRequest, index: number): Promise<RowOutcome> =>
    createLink(options, row, requester, idempotentRows[index] ?? null).catch(asOutcome);
  return Promise.all(await startInSlices(rows, startRow));
}

/** Does not wait for the rows, which the store takes in batches, but lets others go in between. */
async function startInSlices(
  rows: readonly CreateRequest[],
  start: (row: CreateRequest, index: number) => Promise<RowOutcome>,
): Promise<readonly Promise<RowOutcome>[]> {
  const turn = createTurns();
  const started: Promise<RowOutcome>[] = [];
  for (const [index, row] of rows.entries()) {
    const outcome = start(row, index);
    // Whoever waits for all rows hears of it; until then nobody listens.
    outcome.catch(() => undefined);
    started.push(outcome);
    await turn(rowCost + row.longUrl.length);
  }
  return started;
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
