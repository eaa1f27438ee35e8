import { setImmediate } from "node:timers/promises";
import { onTestFinished } from "vitest";

/** Hears of promises of this test whose rejection nobody handles. @returns What tells of them, once there was time for it. */
export function watchRejections(): () => Promise<readonly unknown[]> {
  const heard: unknown[] = [];
  const note = (reason: unknown) => void heard.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  return async () => {
    // Node looks for them once the microtasks of a turn are through.
    await setImmediate();
    return heard;
  };
}
