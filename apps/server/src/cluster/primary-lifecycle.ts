import type { SqliteWriter } from "@narrows/links/sqlite";
import { createLifecycle, createMetrics, type Lifecycle, type Logger, type Metrics } from "@narrows/service";
import type { Clocks } from "../clocks.ts";
import type { ServerConfig } from "../config.ts";
import { createLimits, type OwnLimits } from "../limits/limits.ts";
import { createPoliciesSource } from "../limits/policies-source.ts";
import { registerSqliteWriterMetrics } from "../metrics/sqlite-metrics.ts";
import { openEmbeddedWriter } from "../presets/embedded-writer.ts";
import { readSecrets } from "../secrets.ts";
import type { Listening } from "../server.ts";
import { startWarnings } from "../start-warnings.ts";
import { workerStopMs } from "../stop-deadlines.ts";
import { createForkedWorker, type ForkedWorker, type SharedHandlers } from "./forked-worker.ts";
import { createHungWorkers } from "./hung-workers.ts";
import { answerLimits } from "./joined-limits.ts";
import { createWhole } from "./whole.ts";
import { registerWorkersMetrics } from "./workers-metrics.ts";
import { createWorkers, type Workers } from "./workers.ts";

type ForkOptions = Parameters<typeof createForkedWorker>[0];

export type PrimaryOptions = {
  readonly config: ServerConfig;
  readonly log: Logger;
  readonly clocks: Clocks;
  /** Forks a process that begins with `serveWorker`, and takes its messages that are none of a peer's. */
  readonly fork: () => Pick<ForkOptions, "worker" | "onOther">;
  readonly onListening: (listening: Listening) => void;
  /** Told why no worker can be started any more. */
  readonly onHopeless: (error: Error) => void;
};

export type Primary = { readonly lifecycle: Lifecycle; readonly workers: Workers };

/**
 * Orders start and stop of the whole. The first worker takes the port before the database is touched, as a single process
 * does; the others follow when it is ready, so that a fault of the configuration is said once.
 */
export function createPrimary(options: PrimaryOptions): Primary {
  const { config, log, clocks, onListening } = options;
  const metrics = createMetrics();
  const { promise: opened, resolve } = Promise.withResolvers<SqliteWriter>();
  let writer: SqliteWriter | undefined;
  const policies = createPoliciesSource({ path: config.policiesFile, log });
  // Workers count their own decisions.
  const limits = createLimits({ policies: policies.current, clocks, onDecision: () => undefined });
  const workers = openWorkers(options, { metrics, opened, limits });
  const hung = createHungWorkers({ workers: () => workers.living(), log });
  registerWorkersMetrics(metrics, workers, hung);
  const hasFile = config.databaseUrl === undefined;
  if (hasFile) registerSqliteWriterMetrics(metrics, { stats: () => writer?.stats() ?? noStats });
  const stopDeadlineMs = config.stopDeadlineMs + workerStopMs + 1_000;
  const lifecycle = createLifecycle({ log, stopDeadlineMs })
    .add(policies.part)
    .add({ name: "first worker", start: () => workers.startFirst(), stop: () => workers.stop() })
    .add({
      name: "database",
      async start() {
        // Elsewhere each worker has connections of its own.
        if (!hasFile) return;
        try {
          writer = await openEmbeddedWriter(config);
          // Made once, before anybody reads them.
          await readSecrets(config);
          resolve(writer);
        } catch (error) {
          // The first one waits for what does not come.
          workers.abandon();
          throw error;
        }
      },
      stop: () => writer?.close(),
    })
    .add({
      name: "workers",
      async start() {
        const listening = await workers.startOthers().catch(async (error: unknown) => {
          await workers.stop().catch(() => undefined);
          throw error;
        });
        onListening(listening);
        for (const { option, message } of await startWarnings(config, listening.url)) log.warn({ option }, message);
      },
      stop: () => workers.stop(),
    })
    .add(hung.part);
  return { lifecycle, workers };
}

const noStats = { batches: 0, failedBatches: 0, lastCommitMs: 0, longestCommitMs: 0, restarts: 0 };

type Shared = {
  readonly metrics: Metrics;
  readonly opened: Promise<SqliteWriter>;
  readonly limits: OwnLimits;
};

function openWorkers(options: PrimaryOptions, { metrics, opened, limits }: Shared): Workers {
  const { config, log, clocks, fork, onHopeless } = options;
  const handlersOf = (worker: number): SharedHandlers => ({
    store: async () => (await opened).target,
    write: async (request) => (await opened).ask(request, worker),
    readiness: () => whole.readiness(),
    metrics: () => whole.metrics(),
    limits: (calls) => answerLimits(limits, calls),
  });
  const workers = createWorkers({
    count: config.workers,
    port: config.port,
    fork: (greeting): ForkedWorker =>
      createForkedWorker({ ...fork(), greeting, handlers: handlersOf(greeting.number) }),
    log,
    monotonicMs: clocks.monotonicMs,
    stopDeadlineMs: config.stopDeadlineMs + workerStopMs,
    onEnd: (worker, end) => whole.onEnd(worker, end),
    onHopeless,
  });
  const whole = createWhole({ workers: () => workers.living(), isStopping: () => workers.isStopping, metrics });
  return workers;
}
