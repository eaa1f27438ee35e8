import { afterAll, beforeAll } from "vitest";
import type { Clicks, ClickStoreDriver, OpenClicks } from "./click-store-driver.ts";

/** The store of one suite; to be used inside its tests only. */
export type ClicksUnderTest = {
  /** Up to how many the store counts visitors exactly. */
  readonly exactVisitors: number;
  readonly first: Clicks;
  /** The same data through other connections. */
  readonly second: Clicks;
  /** The same data once more; to be closed by the test. */
  openAgain(): Promise<Clicks>;
};

/** Opens the driver for the tests of the surrounding `describe`, and ends it after them. */
export function useClicks(driver: ClickStoreDriver): ClicksUnderTest {
  let opened: OpenClicks | undefined;
  let second: Clicks | undefined;
  beforeAll(async () => {
    opened = await driver.open();
    second = await opened.openAgain();
  });
  afterAll(async () => {
    await second?.close();
    await opened?.remove();
  });
  return {
    exactVisitors: driver.exactVisitors,
    get first() {
      return present(opened).clicks;
    },
    get second() {
      return present(second);
    },
    openAgain: () => present(opened).openAgain(),
  };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The store is open inside tests only.");
  return value;
}
