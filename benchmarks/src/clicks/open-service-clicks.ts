import { setTimeout as pause } from "node:timers/promises";
import type { Visit } from "@narrows/clicks";
import { readServerConfig } from "@narrows/server";
import { createRecording } from "@narrows/server/recording";
import { createLogger } from "@narrows/service";

/** So many visits may wait for their log: enough to keep it busy, and far from what would be dropped. */
const mostBuffered = 8_000;
const visitsAtOnce = 500;
const lookMs = 5;

export type ServiceClicks = AsyncDisposable & {
  /** Records as fast as the log takes them. */
  record(count: number, next: (at: number) => Visit): Promise<void>;
  /** Waits until so many clicks of the log were stored since the start. */
  untilStored(count: number): Promise<void>;
};

/**
 * Puts clicks together as `narrows serve` does: the recorder in this thread, and in one of their own what describes, logs and
 * counts them. Disposing takes what is recorded to the log.
 */
export async function openServiceClicks(
  settings: Readonly<Record<string, string>>,
  { isWriter, signal }: { readonly isWriter: boolean; readonly signal: AbortSignal },
): Promise<ServiceClicks> {
  const complaints: string[] = [];
  const { part, recorder, record, stats } = createRecording({
    config: readServerConfig(settings),
    log: createLogger({ level: "warn", write: (line) => complaints.push(line) }),
    clocks: { now: Date.now },
    isWriter,
  });
  await part.start?.(signal);
  const look = async (): Promise<void> => {
    if (complaints.length > 0) throw new Error(complaints.join(""));
    await pause(lookMs, undefined, { signal });
  };
  return {
    async record(count, next) {
      for (let index = 0; index < count; index += 1) {
        if (index % visitsAtOnce === 0) while (recorder.stats().buffered > mostBuffered) await look();
        void record(next(Date.now()));
      }
      while (recorder.stats().buffered > 0) await look();
    },
    async untilStored(count) {
      while ((stats().writer?.stored ?? 0) < count) await look();
    },
    [Symbol.asyncDispose]: async () => part.stop?.(),
  };
}
