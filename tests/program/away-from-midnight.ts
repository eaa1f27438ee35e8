import { setTimeout as wait } from "node:timers/promises";

const dayMs = 86_400_000;
/** Longer than a test takes that needs one day. */
const spanMs = 60_000;

/** Waits for tomorrow where today is nearly over, in UTC: whoever comes again then is somebody else to those who count. */
export async function awayFromMidnight(): Promise<void> {
  const leftMs = dayMs - (Date.now() % dayMs);
  if (leftMs < spanMs) await wait(leftMs + 1_000);
}
