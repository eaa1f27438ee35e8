import { randomUUID } from "node:crypto";
import {
  createListCheck,
  createLookupService,
  createSafetyWorker,
  type LinkEvent,
  type Links,
  type LinkStore,
  type SafetyCheck,
  type SafetyStore,
} from "@narrows/links";
import type { Logger, Metrics } from "@narrows/service";
import type { Clocks } from "../clocks.ts";
import type { ServerConfig } from "../config.ts";
import { createSafetyMetrics, type SafetyMetrics } from "../metrics/safety-metrics.ts";
import type { Site } from "../site.ts";

/** The check of where links lead, behind the requests' back. */
export interface Safety {
  /** To be started when links can be changed. */
  start(): void;
  stop(): Promise<void>;
  /** Told of changes that were made here. */
  onChange(event: LinkEvent): void;
}

export type SafetyOptions = {
  readonly config: Pick<ServerConfig, "safetyListFile" | "safetyLookupUrl" | "safetyLookupKey" | "safetyRecheckMs">;
  readonly links: Pick<Links, "quarantine">;
  readonly store: Pick<LinkStore, "find" | "lastChange" | "changesAfter">;
  readonly safety: SafetyStore;
  readonly site: Pick<Site, "defaultHost">;
  readonly metrics: Metrics;
  readonly clocks: Clocks;
  readonly log: Pick<Logger, "info" | "warn">;
};

/** A check that stays away is said so often at most. */
const sayEveryMs = 60_000;

/** Puts the configured checks together; without any nothing runs. */
export function createSafety(options: SafetyOptions): Safety {
  const { config, links, store, safety, site, metrics, clocks, log } = options;
  const watched = createSafetyMetrics(metrics);
  const checks = openChecks(options, watched);
  if (checks.length === 0) return { start: () => undefined, stop: async () => undefined, onChange: () => undefined };
  const mayWarn = createPace(clocks.monotonicMs);
  const worker = createSafetyWorker({
    checks,
    links,
    store,
    safety,
    recheckMs: config.safetyRecheckMs,
    holder: randomUUID(),
    now: clocks.now,
    onVerdict: watched.onVerdict,
    onFailure(check, error) {
      watched.onFailure(check);
      if (mayWarn()) log.warn({ err: error, check }, "Links cannot be judged at present; trying again.");
    },
    onFinding(outcome, { domain, code }, exposureMs) {
      watched.onFinding(outcome, exposureMs);
      if (outcome !== "quarantined") return;
      log.info({ domain: domain || site.defaultHost, code, exposureMs }, "A suspect link was quarantined.");
    },
    onError(error) {
      watched.onError();
      if (mayWarn()) log.warn({ err: error }, "The check of links met a fault; trying again.");
    },
  });
  watched.watch(worker.stats);
  return worker;
}

/** The list first: it costs nothing, and what is on it need not leave the house. */
function openChecks(
  { config, clocks, log }: SafetyOptions,
  watched: Pick<SafetyMetrics, "onFailure">,
): readonly SafetyCheck[] {
  const { safetyListFile, safetyLookupUrl, safetyLookupKey } = config;
  const checks: SafetyCheck[] = [];
  if (safetyListFile !== undefined) {
    const mayWarn = createPace(clocks.monotonicMs);
    const onFault = (error: unknown): void => {
      watched.onFailure("list");
      if (mayWarn())
        log.warn({ err: error }, "SAFETY_LIST_FILE cannot be used at present; the list of before goes on.");
    };
    checks.push(createListCheck({ path: safetyListFile, onFault }));
  }
  if (safetyLookupUrl !== undefined) {
    const { monotonicMs } = clocks;
    checks.push(createLookupService({ url: safetyLookupUrl, key: safetyLookupKey, monotonicMs }));
  }
  return checks;
}

function createPace(monotonicMs: () => number): () => boolean {
  let nextMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (monotonicMs() < nextMs) return false;
    nextMs = monotonicMs() + sayEveryMs;
    return true;
  };
}
