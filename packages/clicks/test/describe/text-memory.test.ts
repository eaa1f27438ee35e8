import { expect, test } from "vitest";
import { createTextMemory } from "../../src/describe/text-memory.ts";

function memory(bounds: { maxEntries?: number; maxBytes?: number; maxLength?: number } = {}) {
  const asked: string[] = [];
  const of = createTextMemory({ maxEntries: 3, maxBytes: 10_000, maxLength: 100, ...bounds }, (text) => {
    asked.push(text);
    return { length: text.length };
  });
  return { of, asked };
}

test("a text that comes again is not worked on again", () => {
  const { of, asked } = memory();
  expect([of("a"), of("a")]).toEqual([{ length: 1 }, { length: 1 }]);
  expect(asked).toEqual(["a"]);
});

test("the text that was used longest ago is forgotten when there are too many", () => {
  const { of, asked } = memory();
  for (const text of ["a", "b", "c", "a", "d", "a", "b"]) of(text);
  expect(asked).toEqual(["a", "b", "c", "d", "b"]);
});

test("long texts push out more than short ones", () => {
  const { of, asked } = memory({ maxBytes: 600 });
  for (const text of ["a".repeat(90), "b".repeat(90), "a".repeat(90)]) of(text);
  expect(asked).toHaveLength(3);
});

test("a text that is too long is cut before anything looks at it, and not kept", () => {
  const { of, asked } = memory();
  of("x".repeat(5_000));
  of("x".repeat(5_000));
  expect(asked).toEqual(["x".repeat(100), "x".repeat(100)]);
});
