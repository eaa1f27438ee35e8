import { describe, expect, it } from "vitest";
import { parsePolicies, remarkText } from "../../src/limits/index.ts";
import { nearestName } from "../../src/limits/nearest-name.ts";

/** Every fault of a file: place, policy, and what is said of it. */
const saidOf = (text: string): readonly string[] =>
  parsePolicies(text).faults.map((fault) => {
    const { line, column, policy = "-", code } = fault;
    return `${line}:${column} ${policy} ${remarkText(fault, "en")} [${code}]`;
  });

const quota = "algorithm: fixed-window, limit: 1000, window: 1m";

describe("a policies file in which something is missing", () => {
  it("is judged by what is known of every algorithm where it names none", () => {
    const text = `policies:
  - name: a
    for: creat
    per: user
    algoritm: token-bucket
    limit: none
    window: 1y
`;
    expect(saidOf(text)).toEqual([
      "2:5 a `algorithm` is missing. Add it. [FIELD_MISSING]",
      "3:10 a `for` must be one of create, read, change, report, unknown-code, wrong-key. [WORD_UNKNOWN]",
      "4:10 a `per` must be one of key, address. [WORD_UNKNOWN]",
      "5:5 a `algoritm` has no meaning here. Did you mean `algorithm`? [FIELD_MISSPELT]",
      "6:12 a `limit` must be a whole number from 1 to 1000000000. [COUNT_INVALID]",
      "7:13 a `window` must be a span of time above 0 such as 250ms, 10s, 5m, 2h or 1d. [DURATION_INVALID]",
    ]);
  });

  it("is judged so too where it names an algorithm that is not", () => {
    const text = "policies:\n  - {name: a, for: create, algorithm: bucket, limit: 0}\n";
    expect(saidOf(text)).toEqual([
      "2:5 a `per` is missing. Add it. [FIELD_MISSING]",
      expect.stringMatching(/^2:39 a `algorithm` must be one of fixed-window, .* \[WORD_UNKNOWN\]$/),
      "2:54 a `limit` must be a whole number from 1 to 1000000000. [COUNT_INVALID]",
    ]);
  });

  it("is told of names that are there twice and of keys that are not known yet", () => {
    const text = `policies:
  - {name: a, for: unknown-code, per: key}
  - {name: a, for: create, per: key, ${quota}}
  - {per: key, ${quota}}
  - {per: key, ${quota}}
`;
    expect(parsePolicies(text).faults.map(({ code, line }) => `${line} ${code}`)).toEqual([
      "2 FIELD_MISSING",
      "2 KEY_UNKNOWN_YET",
      "3 NAME_TWICE",
      "4 FIELD_MISSING",
      "4 FIELD_MISSING",
      "5 FIELD_MISSING",
      "5 FIELD_MISSING",
    ]);
  });

  it("is told of quotas that cannot be counted", () => {
    const text = `policies:
  - {name: a, for: create, per: user, ${quota}}
  - {name: b, for: create, per: key, algorithm: token-bucket, capacity: 999999999, refill: 10, every: 9999999d}
`;
    expect(parsePolicies(text).faults.map(({ code, line }) => `${line} ${code}`)).toEqual([
      "2 WORD_UNKNOWN",
      "3 QUOTA_UNCOUNTABLE",
    ]);
  });

  it("is judged whole where a field is there twice", () => {
    const text = `policies:\n  - {name: a, name: b, for: creates, per: key, ${quota}}\n`;
    expect(parsePolicies(text).faults.map(({ code }) => code)).toEqual(["YAML_MALFORMED", "WORD_UNKNOWN"]);
  });

  it("is judged where policies are none", () => {
    expect(parsePolicies("policies: [5, null, [], {}, {name: 5}]").faults.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["VALUE_INVALID", "FIELD_MISSING", "TEXT_INVALID"]),
    );
  });
});

describe("the name that was meant", () => {
  const names = ["name", "for", "per", "algorithm", "every", "refill"];

  it.each([
    ["algoritm", "algorithm"],
    ["algorythm", "algorithm"],
    ["Algorithm", "algorithm"],
    ["algoritmh", "algorithm"],
    ["evry", "every"],
    ["refil", "refill"],
    ["fro", "for"],
    ["naem", "name"],
    ["window", undefined],
    ["to", undefined],
    ["", undefined],
  ])("behind %s is %s", (given, meant) => {
    expect(nearestName(given, names)).toBe(meant);
  });

  it("is not looked for behind what is far too long", () => {
    expect(nearestName("algorithm".repeat(100_000), names)).toBeUndefined();
  });
});
