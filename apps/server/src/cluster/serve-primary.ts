import cluster from "node:cluster";
import { createIpcRelay } from "@narrows/links/buses/ipc";
import { exitCodeOf, runUntilSignal } from "@narrows/service";
import { announce } from "../announce.ts";
import { systemClocks } from "../clocks.ts";
import type { ServerConfig } from "../config.ts";
import { openServiceLog } from "../service-log.ts";
import { stopSignals } from "../stop-signals.ts";
import { createPrimary } from "./primary-lifecycle.ts";
import { workerMark } from "./worker-mark.ts";

/** Runs WORKERS processes behind one port until a signal stops them all, and gives the exit code. */
export async function servePrimary(config: ServerConfig): Promise<number> {
  const { log, flushLog } = openServiceLog(config.logLevel);
  const asked = new AbortController();
  let exitCode = 0;
  prepareForks();
  const relay = createIpcRelay(connectedWorkers);
  const { lifecycle, workers } = createPrimary({
    config,
    log,
    clocks: systemClocks,
    fork: () => ({ worker: cluster.fork(workerMark), onOther: relay }),
    onListening: announce(log),
    onHopeless(error) {
      exitCode = exitCodeOf(error);
      if (exitCode === 2) process.stderr.write(`${error.message}\n`);
      asked.abort();
    },
  });
  // However this process ends, as long as it can do anything: no worker stays behind.
  process.once("exit", () => workers.kill());
  const signals = stopSignals(() => workers.replaceAll());
  try {
    const code = await runUntilSignal(lifecycle, { log, flushLog, signals, asked: asked.signal });
    return Math.max(code, exitCode);
  } finally {
    await flushLog();
  }
}

function prepareForks(): void {
  // Workers accept for themselves. Handed out by this process, a new connection cost twice as much and more, and one that
  // was on its way to a worker that died stayed open for ever, unanswered.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Bytes stay bytes, and no number is lost.
  cluster.setupPrimary({ serialization: "advanced" });
}

function connectedWorkers() {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}
