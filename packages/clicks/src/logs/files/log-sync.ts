import type { SegmentWriter } from "./segment-writer.ts";

/**
 * Brings segments to the disk some time after they were written, so that one synchronization serves many appends.
 *
 * @param afterMs Undefined: never.
 */
export function createLogSync(afterMs: number | undefined) {
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;

  /** What a failed synchronization leaves cannot be mended: the kernel has forgotten what it could not write. */
  async function syncNow(segment: SegmentWriter): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (afterMs === undefined) return;
    try {
      await segment.sync();
    } catch {
      failures += 1;
    }
  }

  return {
    syncNow,
    later(segment: SegmentWriter): void {
      if (afterMs === undefined || timer !== undefined) return;
      timer = setTimeout(() => void syncNow(segment), afterMs);
    },
    failures: () => failures,
  };
}

export type LogSync = ReturnType<typeof createLogSync>;
