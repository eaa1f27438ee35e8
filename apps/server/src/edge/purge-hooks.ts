import type { LinkKey } from "@narrows/links";
import type { Metrics } from "@narrows/service";
import type { Site } from "../site.ts";
import { purgeCloseMs } from "../stop-deadlines.ts";
import { createPurgeQueue, type PurgeQueue } from "./purge-queue.ts";

export type PurgeHooksOptions = {
  /** EDGE_PURGE_URLS: the only addresses that are ever asked. */
  readonly urls: readonly URL[];
  /** EDGE_PURGE_KEY: sent as a bearer token. */
  readonly key: string | undefined;
  readonly site: Pick<Site, "origin" | "defaultHost">;
  readonly metrics: Metrics;
};

/** Tells edges which links changed. */
export type PurgeHooks = Pick<PurgeQueue, "add" | "close">;

const sendDeadlineMs = 2_000;
const retryDelaysMs = [100, 400, 1_600];
const maxQueued = 10_000;
const maxInFlight = 4;

/** Sends one POST for each changed link to each of the configured addresses, and to no other. */
export function createPurgeHooks({ urls, key, site, metrics }: PurgeHooksOptions): PurgeHooks {
  const queues = urls.map((url) =>
    createPurgeQueue({
      send: (link, stop) => withDeadline(stop, (signal) => sendPurge({ url, key }, purgeOf(link, site), signal)),
      maxQueued,
      maxInFlight,
      retryDelaysMs,
      closeDeadlineMs: purgeCloseMs,
    }),
  );
  registerPurgeMetrics(metrics, queues);
  return {
    add(link) {
      for (const queue of queues) queue.add(link);
    },
    async close() {
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}

type Purge = { readonly domain: string; readonly code: string; readonly url: string };

function purgeOf({ domain, code }: LinkKey, site: PurgeHooksOptions["site"]): Purge {
  return { domain: domain === "" ? site.defaultHost : domain, code, url: `${site.origin(domain)}/${code}` };
}

/** Not a signal made of `stop`, which would remember each of them as long as the service runs. */
async function withDeadline(stop: AbortSignal, send: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const end = new AbortController();
  const abort = (): void => end.abort();
  const deadline = setTimeout(abort, sendDeadlineMs);
  stop.addEventListener("abort", abort);
  try {
    await send(end.signal);
  } finally {
    clearTimeout(deadline);
    stop.removeEventListener("abort", abort);
  }
}

/** The link is in headers as well: a VCL reads no bodies. */
async function sendPurge(
  { url, key }: { readonly url: URL; readonly key: string | undefined },
  purge: Purge,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "narrows-domain": purge.domain,
      "narrows-code": purge.code,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(purge),
    // The key is for the configured address alone.
    redirect: "manual",
    signal,
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The edge answered ${response.status}.`);
}

function registerPurgeMetrics(metrics: Metrics, queues: readonly PurgeQueue[]): void {
  const sum = (name: keyof ReturnType<PurgeQueue["counts"]>): number =>
    queues.reduce((total, queue) => total + queue.counts()[name], 0);
  const outcomes = ["sent", "failed", "dropped"] as const;
  metrics.counterFrom(
    "narrows_edge_purges_total",
    "Purges for edges by outcome: told, given up after the last try, dropped because the queue was full or at the stop.",
    { outcome: outcomes },
    () => outcomes.map((outcome) => ({ labels: { outcome }, value: sum(outcome) })),
  );
  metrics.counterFrom("narrows_edge_purge_retries_total", "Purges that were tried once more.", {}, () =>
    sum("retried"),
  );
  metrics.gaugeFrom("narrows_edge_purges_queued", "Purges that wait or are under way.", {}, () => sum("queued"));
}
