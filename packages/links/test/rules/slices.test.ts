import { describe, expect, it } from "vitest";
import { fingerprintOf, fingerprintOfMany } from "../../src/fingerprint.ts";
import { ann, setUp, stores } from "./set-up.ts";

const longRows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ longUrl: `https://long.example/${n}?`.padEnd(8_000, "x") }));

describe("many links at once", () => {
  it("are judged a few in each turn of the event loop, so that others come in between", async () => {
    const { links } = setUp();
    const create = stores.links.create;
    const inTurns: number[] = [0];
    let ticking = setImmediate(function tick() {
      inTurns.push(0);
      ticking = setImmediate(tick);
    });
    stores.links.create = (command) => {
      inTurns.push((inTurns.pop() ?? 0) + 1);
      return create(command);
    };
    try {
      const outcomes = await links.createMany(longRows(200), ann);
      expect(outcomes.filter((outcome) => "kind" in outcome && outcome.kind === "created")).toHaveLength(200);
    } finally {
      stores.links.create = create;
      clearImmediate(ticking);
    }
    expect(inTurns.reduce((sum, count) => sum + count)).toBe(200);
    expect(inTurns.filter((count) => count > 10)).toEqual([]);
  });

  it("have the fingerprint that they have when it is taken at once", async () => {
    for (const rows of [[], longRows(1), [...longRows(50), { longUrl: "https://a.example/", tags: ["b", "a", "b"] }]]) {
      expect(await fingerprintOfMany(rows)).toEqual(fingerprintOf(rows));
    }
  });

  it("end with what is no refusal, whenever it comes", async () => {
    const { links } = setUp();
    const create = stores.links.create;
    stores.links.create = () => Promise.reject(new TypeError("a defect"));
    try {
      await expect(links.createMany(longRows(50), ann)).rejects.toThrow("a defect");
    } finally {
      stores.links.create = create;
    }
  });
});
