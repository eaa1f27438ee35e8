import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { codeStrategies, type CodeStrategyOptions } from "../src/code-strategies.ts";
import { describeCodeStrategy } from "../src/testing/index.ts";
import { countingBytes } from "./counting-bytes.ts";

describe("table of code strategies", () => {
  it("has a row for every file in strategies/", () => {
    const files = readdirSync(new URL("../src/strategies", import.meta.url));
    expect(files.length).toBeGreaterThan(2);
    expect(files.map((file) => file.replace(/\.ts$/, "")).sort()).toEqual(Object.keys(codeStrategies).sort());
  });
});

for (const [name, make] of Object.entries(codeStrategies)) {
  describeCodeStrategy({ name, create: () => make(options()) });
}

function options(): CodeStrategyOptions {
  let last = 0n;
  return {
    secret: "a secret of more than sixteen bytes",
    randomBytes: countingBytes(),
    nextNumber: () => Promise.resolve((last += 1n)),
    nextId: () => Promise.resolve((last += 1n)),
  };
}
