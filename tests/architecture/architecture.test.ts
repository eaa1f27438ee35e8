import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { locks } from "./locks/index.ts";
import { readRepository } from "./repository.ts";

const fixtures = join(import.meta.dirname, "fixtures");

describe("in this repository", () => {
  const repository = readRepository(join(import.meta.dirname, "..", ".."));

  test.each(locks)("$sentence", (lock) => {
    expect(lock.check(repository)).toEqual([]);
  });
});

describe("each lock catches what breaks it", () => {
  test.each(locks)("$name", (lock) => {
    const broken = readRepository(join(fixtures, lock.name));
    const expected = readFileSync(join(fixtures, lock.name, "expected.txt"), "utf8")
      .trim()
      .split("\n");
    expect(lock.check(broken)).toEqual(expected);
  });

  test("every lock file is a row of the table, and every fixture belongs to a lock", () => {
    const names = locks.map(({ name }) => name).toSorted();
    const files = readdirSync(join(import.meta.dirname, "locks")).filter((file) => file !== "index.ts");
    expect(files.map((file) => file.replace(".ts", "")).toSorted()).toEqual(names);
    expect(readdirSync(fixtures).toSorted()).toEqual(names);
  });

  test("each fixture is a repository of its own", () => {
    for (const { name } of locks) expect(existsSync(join(fixtures, name, "ARCHITECTURE.md"))).toBe(true);
  });
});
