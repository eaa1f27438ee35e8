import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { within } from "./deadline.ts";

const holderPath = fileURLToPath(new URL("lock-holder.js", import.meta.url));

/** Has another process hold the write lock of a SQLite file until it is disposed. */
export async function holdDatabaseLock(databasePath: string): Promise<AsyncDisposable> {
  const holder = fork(holderPath, [databasePath], { execPath: process.execPath });
  const ended = once(holder, "exit");
  await within(15_000, "The lock", Promise.race([once(holder, "message"), ended.then(failed)]));
  return {
    async [Symbol.asyncDispose]() {
      holder.kill("SIGTERM");
      await within(15_000, "The release", ended);
    },
  };
}

function failed(): never {
  throw new Error("The process that should hold the lock ended.");
}
