import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeKeyStore, describeLinkStore, type StoreDriver } from "../src/testing/index.ts";

const folder = new URL("../src/stores/", import.meta.url);
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe("the drivers of the stores", () => {
  it("are found by their folders", () => {
    expect(names).toContain("sqlite");
  });

  it.each(names)("can be opened for tests: %s", (name) => {
    expect(existsSync(driverFile(name)), `test/drivers/${name}.ts must export a driver`).toBe(true);
  });
});

for (const name of names.filter((found) => existsSync(driverFile(found)))) {
  const { driver } = (await import(driverFile(name).href)) as { driver: StoreDriver };
  describeLinkStore(driver);
  describeKeyStore(driver);
}

function driverFile(name: string): URL {
  return new URL(`drivers/${name}.ts`, import.meta.url);
}
