import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { createChangeSpread, type ChangeBus, type LinkChange, type LinkEvent, type Unheard } from "@narrows/links";
import type { Metrics } from "@narrows/service";
import { createSpreadMetrics } from "./metrics/spread-metrics.ts";

/** How this node tells others of changes, and hears of theirs. */
export type NodeSpread = {
  /** To be started before the first redirect. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Tells other nodes; gives the names of those that do not follow a change within a second. Never rejects. */
  readonly tell: (event: LinkEvent) => Unheard | Promise<Unheard>;
};

export type NodeSpreadOptions = {
  /** Undefined: there is nobody to tell, or nothing to tell it by. */
  readonly bus: ChangeBus | undefined;
  readonly nodeName: string | undefined;
  readonly metrics: Metrics;
  /** Told of each change by another node; see `ChangeSpreadOptions`. */
  readonly onChange: (change: LinkChange) => void;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
};

/** Spreads changes over the bus, where there is one. */
export function createNodeSpread(options: NodeSpreadOptions): NodeSpread {
  const { bus, metrics, monotonicMs } = options;
  if (bus === undefined) {
    createSpreadMetrics(metrics, undefined, undefined);
    return { start: async () => undefined, stop: async () => undefined, tell: () => [] };
  }
  const name = uniqueName(options.nodeName ?? hostname());
  const spread = createChangeSpread({ bus, name, onChange: options.onChange, monotonicMs });
  const onAnswer = createSpreadMetrics(metrics, spread, bus);
  return {
    start: spread.start,
    stop: spread.stop,
    tell(event) {
      // Nobody remembers that there is no link for longer than a second.
      if (event.kind === "created") return [];
      if (event.kind === "changed") {
        const toldAtMs = monotonicMs();
        return spread.publish(event.link).then((unheard) => {
          onAnswer(monotonicMs() - toldAtMs);
          return unheard;
        });
      }
      // The client is told that nobody knows; waiting would tell nobody more.
      void spread.publish({ ...event.key, version: 0 });
      return [];
    },
  };
}

/** Two nodes may have one name by mistake, and a node that starts anew is another one to those that wait for it. */
function uniqueName(name: string): string {
  const written = name.replace(/[^\w.:-]/g, "-").slice(0, 64);
  return `${written}.${randomBytes(4).toString("hex")}`;
}
