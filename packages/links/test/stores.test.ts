import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  describeKeyStore,
  describeLinkStore,
  describeReportStore,
  describeSafetyStore,
  type StoreDriver,
} from "../src/testing/index.ts";

const folder = new URL("../src/stores/", import.meta.url);
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe("the drivers of the stores", () => {
  it("are found by their folders", () => {
    expect(names).toContain("sqlite");
  });

  it.each(names)("pass the conformance suites: %s", (name) => {
    // One that needs a server passes them among the system tests, which bring servers.
    const isHeld = existsSync(driverFile(name)) || existsSync(suiteFile(name));
    expect(isHeld, `test/drivers/${name}.ts or ${suiteFile(name).pathname} must be there`).toBe(true);
  });
});

for (const name of names.filter((found) => existsSync(driverFile(found)))) {
  const { driver } = (await import(driverFile(name).href)) as { driver: StoreDriver };
  describeLinkStore(driver);
  describeKeyStore(driver);
  describeSafetyStore(driver);
  describeReportStore(driver);
}

function suiteFile(name: string): URL {
  return new URL(`../../../tests/links/${name}/conformance.test.ts`, import.meta.url);
}

function driverFile(name: string): URL {
  return new URL(`drivers/${name}.ts`, import.meta.url);
}
