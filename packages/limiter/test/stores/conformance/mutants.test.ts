import { describe, expect, test } from "vitest";
import { describeStore, openReferenceStore, type OpenForTest } from "../../../src/testing/index.ts";
import { broken, memoryWith } from "./mutants/broken-store.ts";
import { mutants } from "./mutants/index.ts";

type Collected = { readonly path: string; readonly title: string; readonly body: () => Promise<void> };

/** The suite's tests, not run yet. */
function collect(open: OpenForTest, isSync: boolean): readonly Collected[] {
  const tests: Collected[] = [];
  const path: string[] = [];
  const runner = {
    describe: (name: string, body: () => void) => {
      path.push(name);
      body();
      path.pop();
    },
    it: (title: string, body: () => Promise<void>) =>
      void tests.push({ path: [...path, title].join(" > "), title, body }),
  };
  describeStore("mutant", open, runner, { isSync });
  return tests;
}

async function outcome({ body }: Collected): Promise<"passed" | "failed"> {
  return body().then(
    () => "passed",
    () => "failed",
  );
}

describe("a store that", () => {
  test.each(mutants)("$fault is found by: $foundBy", async ({ foundBy, open, isSync = false }) => {
    const tests = collect(open, isSync).filter(({ title }) => title === foundBy);
    expect(tests).not.toEqual([]);
    const passed = [];
    for (const one of tests) if ((await outcome(one)) === "passed") passed.push(one.path);
    expect(passed).toEqual([]);
  });
});

test.each([
  ["reference", broken(() => ({})), false],
  ["memory", memoryWith(() => ({})), true],
] as const)("without a fault, the %s they are made of passes", async (_, open, isSync) => {
  const failed = [];
  for (const one of collect(open, isSync)) if ((await outcome(one)) === "failed") failed.push(one.path);
  expect(failed).toEqual([]);
});

test("every test of the suite finds at least one of them", () => {
  const titles = new Set(collect(openReferenceStore, true).map(({ title }) => title));
  expect(new Set(mutants.map(({ foundBy }) => foundBy))).toEqual(titles);
});

test("the suite tells its tests apart by their names", () => {
  const paths = collect(openReferenceStore, true).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});
