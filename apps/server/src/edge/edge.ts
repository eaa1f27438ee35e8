import type { LinkEvent, LinkStore } from "@narrows/links";
import type { Metrics } from "@narrows/service";
import type { Clocks } from "../clocks.ts";
import type { ServerConfig } from "../config.ts";
import type { Site } from "../site.ts";
import { createDenylistPolls, type DenylistPolls } from "./denylist-polls.ts";
import { createDenylist } from "./denylist.ts";
import { createPurgeHooks } from "./purge-hooks.ts";

/** What caches outside need of this service, beside Cache-Control. */
export interface Edge {
  readonly polls: Pick<DenylistPolls, "next">;
  /** The longest that a copy may be fresh after the change that made it wrong. */
  readonly copyLifeMs: number;
  /** How long a copy outside may hide a change, where nobody is told of changes; undefined: there are no copies or there are hooks. */
  readonly delaySeconds: number | undefined;
  /** Told of changes that were made here. */
  onChange(event: LinkEvent): void;
  /** Told that links were changed somewhere. */
  wake(): void;
  /** Answers whoever waits; to be called when a stop begins. */
  drain(): void;
  /** Sends what is left to be purged, within its deadline. */
  close(): Promise<void>;
}

export type EdgeOptions = {
  readonly config: Pick<ServerConfig, "edgeMaxAgeMs" | "edgePurgeUrls" | "edgePurgeKey" | "deafLimitMs">;
  readonly store: Pick<LinkStore, "find" | "lastChange" | "changesAfter">;
  readonly site: Site;
  readonly metrics: Metrics;
  readonly clocks: Clocks;
};

/** A copy may leave a node that has not heard yet, and be long under way; clocks differ, and a commit takes its time. */
const slackMs = 60_000;

/** Each waiting poll keeps a connection. */
const maxWaiting = 500;

/** Puts together what edges ask for and what they are told. */
export function createEdge({ config, store, site, metrics, clocks }: EdgeOptions): Edge {
  const { edgeMaxAgeMs = 0, edgePurgeUrls = [], edgePurgeKey, deafLimitMs } = config;
  // A node whose store does not answer gives what it remembers for DEAF_LIMIT.
  const copyLifeMs = edgeMaxAgeMs + deafLimitMs + slackMs;
  const list = createDenylist({ store, copyLifeMs, now: clocks.now });
  const polls = createDenylistPolls({ list, maxWaiting, monotonicMs: clocks.monotonicMs });
  const hooks = createPurgeHooks({ urls: edgePurgeUrls, key: edgePurgeKey, site, metrics });
  metrics.gaugeFrom("narrows_denylist_polls", "Polls of edges that wait for the next change.", {}, polls.waiting);
  const hasDelay = edgeMaxAgeMs > 0 && edgePurgeUrls.length === 0;
  return {
    polls,
    copyLifeMs,
    delaySeconds: hasDelay ? Math.floor(edgeMaxAgeMs / 1_000) : undefined,
    onChange(event) {
      // Of a link that was just made there are no copies.
      if (event.kind === "created") return;
      polls.wake();
      const { domain, code } = event.kind === "changed" ? event.link : event.key;
      hooks.add({ domain, code });
    },
    wake: polls.wake,
    drain: polls.close,
    close: hooks.close,
  };
}
