import { describe } from "vitest";
import { logAppendTests } from "./log-append-tests.ts";
import type { ClickLogDriver } from "./log-driver.ts";
import { logReleaseTests } from "./log-release-tests.ts";
import { useLog } from "./use-log.ts";

/** What both ends of every click log must do; a driver passes it unchanged. */
export function describeClickLog(driver: ClickLogDriver): void {
  describe(`the click log in ${driver.name}`, () => {
    const use = useLog(driver);
    logAppendTests(use);
    logReleaseTests(use);
  });
}
