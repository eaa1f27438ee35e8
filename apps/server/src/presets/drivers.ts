import type { LeaseAllocator } from "@narrows/codes";
import type {
  Archive,
  ChangeBus,
  KeyStore,
  LinkKey,
  LinkStore,
  ReportStore,
  SafetyStore,
  SharedCache,
} from "@narrows/links";
import type { Logger, Metrics } from "@narrows/service";
import type { Clocks } from "../clocks.ts";
import type { Secrets } from "../secrets.ts";

/** What drivers are given from around them. */
export type Surroundings = { readonly log: Logger; readonly clocks: Clocks };

/** What a preset chooses: the same interfaces, whichever systems stand behind them. */
export type Drivers = {
  readonly links: LinkStore;
  readonly keys: KeyStore;
  /** For the check of where links lead. */
  readonly safety: SafetyStore;
  /** What people say of links. */
  readonly reports: ReportStore;
  readonly archive: Archive;
  /** For the strategies of snowflakes. */
  readonly leases: LeaseAllocator;
  /** Carries changes among the nodes at once. Undefined: other processes follow the store's log of changes alone. */
  readonly bus?: ChangeBus;
  /**
   * Told of a link that another node has changed, before anybody reads it again: what a replica says of it may be too old.
   * Undefined: the store gives nothing old.
   */
  readonly changed?: (key: LinkKey) => void;
  /** Between memory and the store. Undefined: none. */
  readonly sharedCache?: SharedCache;
  /**
   * Refuses secrets that other nodes of the same store do not have. Undefined: nobody else has the store.
   *
   * @throws {ConfigError}
   */
  readonly requireSameSecrets?: (secrets: Secrets) => Promise<void>;
  /** Called once the start has succeeded, before anybody is told so. */
  readonly onStarted?: () => Promise<void>;
  /** Adds what the drivers can tell of themselves. */
  readonly registerMetrics: (metrics: Metrics) => void;
  /** Ends all of them; the service no longer uses any. */
  readonly close: () => Promise<void>;
};
