import fc from "fast-check";
import { expect, test } from "vitest";
import { createClickIds } from "../../src/describe/click-ids.ts";
import { noon, seededBytes } from "./sample-visit.ts";

fc.configureGlobal({ seed: 20_261_130 });

const timeOf = (id: string) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

test("an id is a UUID of version 7 with the instant in front", () => {
  const id = createClickIds(seededBytes("ids"))(noon);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(timeOf(id)).toBe(noon);
});

test("ids of one millisecond grow, also when there are more than it can count", () => {
  const idOf = createClickIds(seededBytes("many"));
  const ids = Array.from({ length: 10_000 }, () => idOf(noon));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(timeOf(ids.at(-1) ?? "")).toBeLessThan(noon + 10);
});

test("ids grow while the clock goes on, stands still or trembles", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5_000, max: 5_000 }), { maxLength: 200 }), (offsets) => {
      const idOf = createClickIds(seededBytes("trembling"));
      const ids = offsets.map((offset) => idOf(noon + offset));
      expect(ids.toSorted()).toEqual(ids);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test("a clock that was a day ahead and is set right is believed", () => {
  const idOf = createClickIds(seededBytes("ahead"));
  idOf(noon + 86_400_000);
  expect(timeOf(idOf(noon))).toBe(noon);
});

test("two processes with one clock make different ids", () => {
  const one = createClickIds(seededBytes("one"));
  const other = createClickIds(seededBytes("other"));
  const ids = Array.from({ length: 500 }, () => [one(noon), other(noon)]).flat();
  expect(new Set(ids).size).toBe(ids.length);
});
