import { onTestFinished, vi } from "vitest";
import type { ClickStore } from "../../src/click-store.ts";
import { openMemoryClickLog } from "../../src/testing/memory-click-log.ts";
import { openMemoryClickStore } from "../../src/testing/memory-click-store.ts";
import type { WriterEvent } from "../../src/writer/writer-event.ts";
import { createWriter, type WriterOptions } from "../../src/writer/writer.ts";

/** A little after the sample clicks. */
export const nowAt = Date.UTC(2026, 0, 15, 13);

/** A writer between a log and a store in memory, stopped when the test is over. */
export function openWriter(
  options: Partial<WriterOptions> & { readonly wrapStore?: (store: ClickStore) => ClickStore } = {},
) {
  const log = openMemoryClickLog();
  const store = openMemoryClickStore({ now: () => nowAt });
  const events: WriterEvent[] = [];
  const writer = createWriter({
    source: log,
    store: options.wrapStore?.(store) ?? store,
    now: () => nowAt,
    random: () => 0.999,
    onEvent: (event) => events.push(event),
    idleMs: 1,
    ...options,
  });
  onTestFinished(() => writer.stop(0));
  return { log, store, writer, events };
}

/** Waits for what a test needs; only one that fails waits long. */
export const until = (isTrue: () => boolean): Promise<unknown> =>
  vi.waitUntil(isTrue, { timeout: 20_000, interval: 1 });
