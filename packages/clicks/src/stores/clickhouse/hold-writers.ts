import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { ClickError } from "../../click-error.ts";
import type { Connection } from "./connection.ts";
import { readStatement } from "./statement.ts";

const hold = readStatement("hold");
const releaseHold = readStatement("release-hold");
const selectHeld = readStatement("select-held");

/** How long the batches that were begun have for being finished; a writer that died with one finishes it when it is back, for a day. */
const patienceMs = 30_000;
const lookEveryMs = 50;

/** Says that the work goes on, so that writers stay held for as long as one more statement may take. */
export type StayHeld = () => Promise<void>;

/**
 * Carries out what no batch may be stored beside. Writers find that they cannot begin and try again; what is begun is
 * finished first. Should this process die, they go on after twice the deadline of a statement.
 *
 * @param deadlineMs Of each statement of the work.
 * @throws {ClickError} `STORE_UNAVAILABLE` when a batch stays unfinished, or somebody else holds writers already.
 */
export async function holdWriters<T>(
  connection: Connection,
  deadlineMs: number,
  work: (stay: StayHeld) => Promise<T>,
): Promise<T> {
  const holder = randomUUID();
  const stay = () => connection.write(hold, { holder, forMs: 2 * deadlineMs });
  await stay();
  try {
    await untilFinished(connection, holder);
    return await work(stay);
  } finally {
    await connection.write(releaseHold, { holder });
  }
}

async function untilFinished(connection: Connection, holder: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
    const [held] = await connection.read<{ others: number; unfinished: number }>(selectHeld, { holder });
    if (held === undefined || held.others > 0) throw unavailable("Somebody else is at the roll-ups.");
    if (held.unfinished === 0) return;
    if (waitedMs >= patienceMs) throw unavailable("A batch that was begun stays unfinished.");
    await wait(lookEveryMs);
  }
}

const unavailable = (detail: string) => new ClickError("STORE_UNAVAILABLE", detail);
