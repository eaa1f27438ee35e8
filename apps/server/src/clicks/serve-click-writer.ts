import { createLifecycle, createMetrics, runUntilSignal } from "@narrows/service";
import { systemClocks } from "../clocks.ts";
import type { ServerConfig } from "../config.ts";
import { registerBacklogMetrics, registerWriterMetrics } from "../metrics/click-metrics.ts";
import { requireEmbedded } from "../presets/require-embedded.ts";
import { openServiceLog } from "../service-log.ts";
import { clickBatches } from "./click-batches.ts";
import { createClickWriter } from "./click-writer.ts";
import { createEndLostLogs } from "./end-lost-logs.ts";
import { createLate } from "./late.ts";
import { openClickSource } from "./open-click-log.ts";
import { openClickStore } from "./open-click-store.ts";
import { createWriterPort } from "./writer-port.ts";

/** Clicks that are counted in a file which the service no longer asks would be lost to it. */
async function requireStoreInUse({ clickhouseUrl, databaseUrl, dataDir }: ServerConfig): Promise<void> {
  if (clickhouseUrl === undefined && databaseUrl === undefined) await requireEmbedded(dataDir);
}

/**
 * Counts clicks until a signal stops it, beside services with `CLICK_WRITER=off`, and gives the exit code. SIGUSR2 has it
 * pause after the batch that is under way, and go on; the log keeps the clicks meanwhile. With CLICK_WRITER_PORT it shows
 * its metrics.
 *
 * 0: stopped as asked. 1: something failed. 2: the configuration must be changed.
 */
export async function serveClickWriter(config: ServerConfig): Promise<number> {
  const { log, flushLog } = openServiceLog(config.logLevel);
  const clocks = systemClocks;
  const store = createLate(() => openClickStore(config));
  const source = createLate(() => openClickSource({ config, clocks }));
  const writer = createClickWriter({
    source,
    store,
    prepare: createEndLostLogs({ config, store, log, now: clocks.now }),
    log,
    clocks,
    batches: clickBatches(config),
    rawRetentionMs: config.clickRawRetentionMs,
    retentionMs: config.clickRetentionMs,
  });
  const metrics = createMetrics();
  registerWriterMetrics(metrics, writer.stats);
  registerBacklogMetrics(metrics, { writer: writer.stats, outbox: () => undefined, now: clocks.now });
  // The port first: a writer that is started twice by mistake is to end before it counts.
  const lifecycle = createLifecycle({ log, stopDeadlineMs: config.stopDeadlineMs })
    .add({ name: "database", start: () => requireStoreInUse(config) })
    .add(createWriterPort({ config, metrics, log }))
    .add({ name: "click store", stop: async () => (await store.opened())?.close() })
    .add(writer.part);
  const onPause = (): void => void writer.togglePause();
  // A pending promise keeps no process alive.
  const alive = setInterval(() => undefined, 60_000);
  process.on("SIGUSR2", onPause);
  log.info({ clicks: config.clicks, dataDir: config.dataDir }, "Counts clicks.");
  try {
    return await runUntilSignal(lifecycle, { log, flushLog });
  } finally {
    clearInterval(alive);
    process.off("SIGUSR2", onPause);
    await flushLog();
  }
}
