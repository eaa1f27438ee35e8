import { describe } from "vitest";
import { archiveTests } from "./archive-tests.ts";
import { budgetTests } from "./budget-tests.ts";
import { changeLogTests } from "./change-log-tests.ts";
import { changeTests } from "./change-tests.ts";
import { createTests } from "./create-tests.ts";
import { idempotencyTests } from "./idempotency-tests.ts";
import { listTests } from "./list-tests.ts";
import { reuseTests } from "./reuse-tests.ts";
import { roundTripTests } from "./round-trip-tests.ts";
import { sequenceTests } from "./sequence-tests.ts";
import type { StoreDriver } from "./store-driver.ts";
import { useStores, type StoresUnderTest } from "./use-stores.ts";

const parts: Readonly<Record<string, (stores: StoresUnderTest) => void>> = {
  "round trip": roundTripTests,
  create: createTests,
  "idempotent create": idempotencyTests,
  reuse: reuseTests,
  change: changeTests,
  "change log": changeLogTests,
  archive: archiveTests,
  "click budgets": budgetTests,
  list: listTests,
  sequence: sequenceTests,
};

/**
 * Declares the tests that every driver of `LinkStore` must pass.
 *
 * @example
 * describeLinkStore({ name: "sqlite", open: openTemporaryStores });
 */
export function describeLinkStore(driver: StoreDriver): void {
  for (const [name, tests] of Object.entries(parts)) {
    describe(`the ${driver.name} link store: ${name}`, () => {
      tests(useStores(driver));
    });
  }
}
