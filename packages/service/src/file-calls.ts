import { setTimeout as wait } from "node:timers/promises";

/** What of `process` is needed. */
type Host = Pick<NodeJS.Process, "getActiveResourcesInfo">;

const endMs = 500;
const lookEveryMs = 10;

/** What waits for a disk. Names that are looked up by the same threads come to an end by themselves. */
const fileCall = /^(FSReq|FileHandle|CloseReq)/;

/**
 * Waits until the pool of threads reads and writes no file: `process.exit` waits for it, also for ever, where a disk does
 * not answer. One call that hangs is not told from many that follow each other.
 *
 * @returns False when files were still in use after half a second.
 */
export async function endFileCalls(host: Host = process): Promise<boolean> {
  for (let waitedMs = 0; isAtFile(host); waitedMs += lookEveryMs) {
    if (waitedMs >= endMs) return false;
    await wait(lookEveryMs);
  }
  return true;
}

function isAtFile(host: Host): boolean {
  return host.getActiveResourcesInfo().some((name) => fileCall.test(name));
}
