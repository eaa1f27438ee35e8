import type { Metrics } from "@narrows/service";
import { openEmbeddedWorker } from "../presets/embedded-worker.ts";
import type { Readiness, ReadinessReport } from "../readiness.ts";
import { createJoinedLimits } from "./joined-limits.ts";
import type { Greeting, StopManner } from "./messages.ts";
import type { Place } from "./place.ts";
import type { WorkerChannel } from "./worker-channel.ts";

/** What a worker knows of itself, as far as it has come. */
export type WorkerState = {
  manner: StopManner;
  readiness: Readiness | undefined;
  metrics: Metrics | undefined;
};

/** How long the primary may take to say something of the whole. */
const wholeDeadlineMs = 3_000;

/** A request that would wait longer is counted here; beyond it the primary hangs. */
const limitsDeadlineMs = 1_000;

/** Puts a server in its place among the workers of one primary. */
export function createPlace(
  { number, port }: Greeting,
  { primary, writePort }: WorkerChannel,
  state: WorkerState,
): Place {
  return {
    number,
    port,
    onPort: (taken) => void primary.ask("listening", taken).catch(() => undefined),
    async openFile(config, surroundings) {
      const target = await primary.ask("store", null);
      return openEmbeddedWorker(config, surroundings, { port: writePort, target });
    },
    isReplaced: () => state.manner === "replaced",
    joinReadiness(own) {
      state.readiness = own;
      const silent: ReadinessReport = { isReady: false, checks: { primary: "silent" } };
      return {
        check: () => primary.ask("readiness", null, wholeDeadlineMs).catch(() => silent),
        drain: () => own.drain(),
        get isDraining() {
          return own.isDraining;
        },
      };
    },
    joinMetrics(own) {
      state.metrics = own;
      // Where the primary does not answer, what is known here is better than nothing.
      return () => primary.ask("metrics", null, wholeDeadlineMs).catch(() => own.render());
    },
    joinLimits: (own, options) =>
      createJoinedLimits({ own, ...options, ask: (calls) => primary.ask("limits", calls, limitsDeadlineMs) }),
  };
}
