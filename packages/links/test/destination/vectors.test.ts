import { describe, expect, it } from "vitest";
import { readFixture } from "./fixtures.ts";
import { lenient, policy, refusal } from "./policies.ts";

type Vector = { readonly input: string; readonly href?: string; readonly expect: string };

/** What each expectation allows as an outcome: a refusal's code, or "accepted". */
const outcomes: Readonly<Record<string, readonly string[]>> = {
  reject: ["DESTINATION_NOT_ABSOLUTE", "DESTINATION_SCHEME"],
  reject_if_private_targets_blocked: ["DESTINATION_PRIVATE"],
  accept_or_reject_credentials: ["DESTINATION_CREDENTIALS"],
  accept_or_policy: ["accepted", "DESTINATION_PRIVATE", "DESTINATION_CREDENTIALS", "DESTINATION_TOO_LONG"],
};

describe("destinations that others have tried", () => {
  const lists = readFixture("destinations.json");
  const { whatwg, payloads }: { whatwg: readonly Vector[]; payloads: readonly Vector[] } = JSON.parse(lists);
  const cases = [...whatwg, ...payloads];

  it("are all here, of every kind", () => {
    expect(cases).toHaveLength(433);
    expect(new Set(cases.map((vector) => vector.expect))).toEqual(new Set(Object.keys(outcomes)));
  });

  it.each(cases)("$expect: $input", ({ input, href, expect: expected }) => {
    const allowed = /\p{Cc}/u.test(input) ? [...(outcomes[expected] ?? []), "DESTINATION_CONTROL"] : outcomes[expected];
    expect(allowed).toContain(refusal(input) ?? "accepted");
    if (refusal(input, lenient) !== undefined) return;
    const location = lenient.check(input);
    expect(location).toMatch(/^https?:\/\/[\x21-\x7e]+$/);
    expect(new URL(location).href).toBe(href ?? new URL(input).href);
  });

  it("are mostly refused, and some accepted", () => {
    const accepted = cases.filter((vector) => refusal(vector.input) === undefined);
    expect(accepted.length).toBeGreaterThan(25);
    expect(accepted.length).toBeLessThan(60);
  });
});

describe("destinations that people use", () => {
  const urls = readFixture("urls.tsv")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t")[0] ?? "");

  it("go out byte for byte, every one of 5,994", () => {
    expect(urls).toHaveLength(5_994);
    expect(urls.map((url) => policy.check(url))).toEqual(urls);
  });
});
