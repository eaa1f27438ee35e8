import { readdirSync } from "node:fs";
import { describeSafetyCheck, type SafetyCheckDriver } from "../../src/testing/index.ts";

/** Every driver must be opened by a file of the same name in `checks/`, or the import fails. */
for (const file of readdirSync(new URL("../../src/safety/checks/", import.meta.url))) {
  const { driver } = (await import(new URL(`checks/${file}`, import.meta.url).href)) as { driver: SafetyCheckDriver };
  describeSafetyCheck(driver);
}
