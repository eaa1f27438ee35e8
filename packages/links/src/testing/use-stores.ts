import { afterAll, beforeAll } from "vitest";
import type { OpenStores, StoreDriver, Stores } from "./store-driver.ts";

/** The stores of one suite; to be read inside its tests only. */
export type StoresUnderTest = {
  readonly first: Stores;
  /** The same data through other connections. */
  readonly second: Stores;
};

/** Opens the driver for the tests of the surrounding `describe`, and closes it after them. */
export function useStores(driver: StoreDriver): StoresUnderTest {
  let first: OpenStores | undefined;
  let second: Awaited<ReturnType<OpenStores["openAgain"]>> | undefined;
  beforeAll(async () => {
    first = await driver.open();
    second = await first.openAgain();
  });
  afterAll(async () => {
    await second?.close();
    await first?.close();
  });
  return {
    get first() {
      return opened(first);
    },
    get second() {
      return opened(second);
    },
  };
}

function opened<T>(stores: T | undefined): T {
  if (stores === undefined) throw new Error("The stores are open inside tests only.");
  return stores;
}
