import type { ClickCounts, ClickStore } from "../click-store.ts";

/** Both seams of a store of clicks over one set of data. */
export type Clicks = ClickStore & ClickCounts;

/** What a conformance suite opened and ends again. */
export type OpenClicks = {
  readonly clicks: Clicks;
  /** The same data once more, as another process would see it; whoever opens it closes it. */
  openAgain(): Promise<Clicks>;
  /** Ends what `open` opened, as far as that is open yet, and removes the data. */
  remove(): Promise<void>;
};

/** What a conformance suite must know of a driver. */
export type ClickStoreDriver = {
  readonly name: string;
  /** Up to how many it counts visitors exactly. */
  readonly exactVisitors: number;
  /** Opens a store without any data. */
  open(): Promise<OpenClicks>;
};
