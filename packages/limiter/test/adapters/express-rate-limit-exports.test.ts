import * as original from "express-rate-limit";
import { expect, it } from "vitest";
import * as ours from "../../src/adapters/express-rate-limit.ts";

it("has the names of express-rate-limit, but for its store", () => {
  const names = Object.keys(original).filter((name) => name !== "MemoryStore");
  expect(names.length).toBeGreaterThan(5);
  expect(Object.keys(ours)).toEqual(expect.arrayContaining(names));
  for (const name of ["SECOND", "MINUTE", "HOUR", "DAY"] as const) expect(ours[name]).toBe(original[name]);
  expect(ours.default).toBe(ours.rateLimit);
});

it("is a function for those who require it, with the other names as its properties", () => {
  const required = ours["module.exports"];
  expect(required({ limit: 5 })).toBeTypeOf("function");
  const names = Object.keys(ours).filter((name) => name !== "module.exports");
  for (const name of names) expect(required, name).toHaveProperty(name, Reflect.get(ours, name));
});
