import type { CreateRequest, CreateResult } from "./create-request.ts";
import { createLink } from "./create.ts";
import { LinkError } from "./errors.ts";
import { fingerprintOfMany } from "./fingerprint.ts";
import { recordOf } from "./idempotency-record.ts";
import type { IdempotentRequest } from "./link-store.ts";
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
  if (fingerprint !== undefined) {
    await claim(options, { requester: requester.id, key: `bulk:${idempotencyKey}`, fingerprint });
  }
  const startRow = (row: CreateRequest, index: number): Promise<RowOutcome> => {
    const idempotent =
      fingerprint === undefined
        ? null
        : { requester: requester.id, key: `row:${index}:${idempotencyKey}`, fingerprint };
    return createLink(options, row, requester, idempotent).catch(asOutcome);
  };
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

/** Takes the key for these rows before any of them is made: of two requests with other rows at once, one makes links. */
async function claim({ store, now }: LinksOptions, request: IdempotentRequest): Promise<void> {
  const at = now();
  const outcome = await store.keepAnswer(recordOf(request, { responseBody: "", isReuse: false }, at), null, at);
  if (outcome.kind === "idempotency-conflict") throw new LinkError("IDEMPOTENCY_CONFLICT");
}

function asOutcome(error: unknown): LinkError | StoreError {
  if (error instanceof LinkError || error instanceof StoreError) return error;
  throw error;
}
