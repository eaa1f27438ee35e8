import type { KeyStore, LinkStore } from "@narrows/links";
import type { Metrics } from "@narrows/service";

/** What a preset chooses: the same interfaces, whichever systems stand behind them. */
export type Drivers = {
  readonly links: LinkStore;
  readonly keys: KeyStore;
  /** Adds what the drivers can tell of themselves. */
  readonly registerMetrics: (metrics: Metrics) => void;
  readonly close: () => Promise<void>;
};
