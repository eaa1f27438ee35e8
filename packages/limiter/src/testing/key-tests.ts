import { demandEqual } from "./demand.ts";
import { sampleAt, samplePolicy } from "./sample-policies.ts";
import { withStore, type StoreSubject } from "./store-under-test.ts";
import type { TestRunner } from "./test-runner.ts";

const megabyte = "x".repeat(1_000_000);

/** Two parts each: characters that mean something to some store, and what could be taken for one another. */
const hostile: readonly (readonly [string, string])[] = [
  ["", ""],
  ["a", ""],
  ["", "a"],
  ["a", "a"],
  ["aa", ""],
  ["a:b", "c"],
  ["a", "b:c"],
  [":", ""],
  ["", ":"],
  ["a:", "b"],
  ["a", ":b"],
  ["{a}", "b"],
  ["{a", "b}"],
  ["a}", "{b"],
  ["{}", ""],
  ["", "{}"],
  ["*", ""],
  ["", "*"],
  ["?", "[a-z]"],
  ["a*", ""],
  ["\0", ""],
  ["", "\0"],
  ["a\0b", "c"],
  ["a", "b\0c"],
  ["\0\0", ""],
  ["a\0", ""],
  ["\0a", ""],
  ["\u{1F600}", ""],
  ["\ud83d", ""],
  ["\ude00", ""],
  ["\ud83d", "\ude00"],
  ["\ufffd", ""],
  ["\ud800", ""],
  ["\udfff", ""],
  ["é", ""],
  ["e\u0301", ""],
  ["A", ""],
  ["%61", ""],
  ["YQ", ""],
  ["YQ==", ""],
  ["\r\n", ""],
  [" ", ""],
  ["", " "],
  ["__proto__", ""],
  ["constructor", ""],
  ["undefined", ""],
  ["null", ""],
  [megabyte, ""],
  ["", megabyte],
  [`${megabyte}a`, ""],
  [`${megabyte}b`, ""],
  ["\u0100", ""],
  ["\u0000\u0001", ""],
  ["\u0200", ""],
];

/** Whose counter is whose. */
export function keyTests({ it }: TestRunner, subject: StoreSubject): void {
  const by = { by: ["tenant", "client"] };

  it("has a counter for each of the strangest scopes, and one each", () =>
    withStore(subject, async ({ take, store }) => {
      const policy = samplePolicy(sampleAt(0), 1, undefined, by);
      for (const key of hostile) demandEqual((await take(policy, key)).allowed, true, `first request of ${shown(key)}`);
      for (const key of hostile)
        demandEqual((await take(policy, key)).allowed, false, `second request of ${shown(key)}`);
      for (const key of hostile) {
        await store.reset([{ policy, key, cost: 1 }]);
        demandEqual((await take(policy, key)).allowed, true, `first request of ${shown(key)} after its reset`);
      }
      for (const key of hostile) demandEqual((await take(policy, key)).allowed, false, `last request of ${shown(key)}`);
    }));

  it("has counters of its own for every policy, version and number of parts", () =>
    withStore(subject, async ({ take }) => {
      const sample = sampleAt(0);
      const traits = [
        {},
        { name: "fixed-window:" },
        { name: "*" },
        { name: "{fixed-window}" },
        { name: "v1" },
        { version: "v2" },
        { version: "v1:" },
        { version: "fixed-window" },
        { name: "v1", version: "fixed-window" },
      ];
      for (const own of traits) {
        demandEqual(
          (await take(samplePolicy(sample, 1, undefined, { ...by, ...own }), ["a", "b"])).allowed,
          true,
          `first request of ${JSON.stringify(own)}`,
        );
      }
      const single = samplePolicy(sample, 1, undefined, { name: "of one part" });
      const double = samplePolicy(sample, 1, undefined, { ...by, name: "of two parts" });
      for (const [policy, key] of [
        [single, ["a"]],
        [double, ["a", ""]],
        [double, ["", "a"]],
      ] as const) {
        demandEqual((await take(policy, key)).allowed, true, `first request of ${policy.name} ${shown(key)}`);
      }
    }));
}

function shown(key: readonly string[]): string {
  return JSON.stringify(key.map((part) => (part.length > 50 ? `${part.slice(0, 5)}…(${part.length})` : part)));
}
