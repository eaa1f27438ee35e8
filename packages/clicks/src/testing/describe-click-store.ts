import { describe } from "vitest";
import type { ClickStoreDriver } from "./click-store-driver.ts";
import { deadLetterTests } from "./dead-letter-tests.ts";
import { exactlyOnceTests } from "./exactly-once-tests.ts";
import { partitionTests } from "./partition-tests.ts";
import { reportTests } from "./report-tests.ts";
import { retentionTests, totalTests } from "./retention-tests.ts";
import { textTests } from "./text-tests.ts";
import { useClicks, type ClicksUnderTest } from "./use-clicks.ts";
import { valueTests } from "./value-tests.ts";
import { visitorTests } from "./visitor-tests.ts";

const parts: Readonly<Record<string, (clicks: ClicksUnderTest) => void>> = {
  "exactly once": exactlyOnceTests,
  "dead letters": deadLetterTests,
  partitions: partitionTests,
  reports: reportTests,
  visitors: visitorTests,
  texts: textTests,
  values: valueTests,
  total: totalTests,
  retention: retentionTests,
};

/**
 * Declares the tests that every driver of `ClickStore` and `ClickCounts` must pass. Each part opens a store of its own.
 *
 * @example
 * describeClickStore({ name: "sqlite", open: openTemporaryClicks });
 */
export function describeClickStore(driver: ClickStoreDriver): void {
  for (const [name, tests] of Object.entries(parts)) {
    describe(`the ${driver.name} click store: ${name}`, () => {
      tests(useClicks(driver));
    });
  }
}
