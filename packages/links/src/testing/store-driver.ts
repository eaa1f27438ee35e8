import type { Archive } from "../archive.ts";
import type { KeyStore } from "../key-store.ts";
import type { LinkStore } from "../link-store.ts";
import type { ReportStore } from "../safety/report-store.ts";
import type { SafetyStore } from "../safety/safety-store.ts";

/** The seams of a driver over one set of data. */
export type Stores = {
  readonly links: LinkStore;
  readonly keys: KeyStore;
  readonly archive: Archive;
  readonly safety: SafetyStore;
  readonly reports: ReportStore;
};

/** Stores that a conformance suite opened and closes again. */
export type OpenStores = Stores & {
  /** The same data once more, as another process would see it: with connections, queues and caches of its own. */
  openAgain(): Promise<Stores & { close(): Promise<void> }>;
  /** Ends everything and removes the data. */
  close(): Promise<void>;
};

/** What a conformance suite must know of a driver. */
export type StoreDriver = {
  readonly name: string;
  /** Opens a store without any data. */
  open(): Promise<OpenStores>;
};
