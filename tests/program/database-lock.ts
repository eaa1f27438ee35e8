import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { endChild, keepTrackOf } from "../services/child-processes.ts";
import { within } from "./deadline.ts";

const holderPath = fileURLToPath(new URL("lock-holder.js", import.meta.url));

/** Has another process hold the write lock of a SQLite file until it is disposed. */
export async function holdDatabaseLock(databasePath: string): Promise<AsyncDisposable> {
  const holder = keepTrackOf(fork(holderPath, [databasePath], { execPath: process.execPath }));
  try {
    await within(60_000, "The lock", Promise.race([once(holder, "message"), once(holder, "exit").then(failed)]));
  } catch (error) {
    await endChild(holder);
    throw error;
  }
  return { [Symbol.asyncDispose]: () => endChild(holder) };
}

function failed(): never {
  throw new Error("The process that should hold the lock ended.");
}
