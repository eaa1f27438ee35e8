import * as original from "express-rate-limit";
import { expect, it } from "vitest";
import * as ours from "../../src/adapters/express-rate-limit.ts";
import { "module.exports" as required } from "../../src/adapters/express-rate-limit.ts";

it("has the names of express-rate-limit, but for its store", () => {
  const names = Object.keys(original).filter((name) => name !== "MemoryStore");
  expect(names.length).toBeGreaterThan(5);
  expect(Object.keys(ours)).toEqual(expect.arrayContaining(names));
  const spans = (module: object) =>
    Object.fromEntries(Object.entries(module).filter(([name]) => /^[A-Z]+$/.test(name)));
  expect(spans(ours)).toEqual(spans(original));
  expect(ours.default).toBe(ours.rateLimit);
});

it("is a function for those who require it, with the other names as its properties", () => {
  expect(required({ limit: 5 })).toBeTypeOf("function");
  const names = Object.keys(ours).filter((name) => name !== "module.exports");
  for (const name of names) expect(required, name).toHaveProperty(name, Reflect.get(ours, name));
});
