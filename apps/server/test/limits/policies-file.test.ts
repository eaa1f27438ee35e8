import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { defaultPolicies, parsePolicies, remarkText } from "../../src/limits/index.ts";

const good = `# Limits of the example
policies:
  - name: create
    for: create
    per: key
    algorithm: token-bucket
    capacity: 5000
    refill: 10
    every: 1s
  - {name: day, for: create, per: address, except: [keys, local], note: "so much a day", version: v2,
     shadow: true, algorithm: sliding-window-counter, limit: 1000, window: 1d, buckets: 24}
`;

/** The good file with one text replaced. */
const but = (from: string, to: string): string => {
  if (!good.includes(from)) throw new Error(`The file has no ${from}.`);
  return good.replace(from, to);
};

const places = (text: string): readonly string[] =>
  parsePolicies(text).faults.map(({ code, line, column }) => `${code} ${line}:${column}`);

describe("a policies file", () => {
  it("gives its policies as they are written", () => {
    const { rows, faults, warnings } = parsePolicies(good);
    expect([faults, warnings]).toEqual([[], []]);
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({ name: "day", except: ["keys", "local"], window: "1d", shadow: true });
  });

  it("can hold every algorithm", () => {
    const quotas = [
      "algorithm: fixed-window, limit: 1000, window: 1m, alignment: first-request",
      "algorithm: sliding-window-log, limit: 1000, window: 250ms",
      "algorithm: sliding-window-counter, limit: 1000, window: 2h",
      "algorithm: token-bucket, capacity: 1000, refill: 7, every: 5m, refillMode: interval",
      "algorithm: gcra, burst: 1000, refill: 1, every: 1d",
      "algorithm: leaky-bucket, capacity: 1000, refill: 3, every: 10s",
    ];
    const lines = quotas.map((quota, index) => `  - {name: p${index}, for: create, per: address, ${quota}}\n`);
    const { rows, faults } = parsePolicies(`policies:\n${lines.join("")}`);
    expect([rows.length, faults]).toEqual([6, []]);
  });

  it("may be empty of policies, and may be JSON", () => {
    expect(parsePolicies("policies: []")).toEqual({ rows: [], faults: [], warnings: [] });
    expect(parsePolicies(JSON.stringify({ policies: defaultPolicies })).faults).toEqual([]);
  });

  it("can be written out of the built-in policies, which nothing is to be said of", () => {
    const file = parsePolicies(stringify({ policies: defaultPolicies }));
    expect(file).toEqual({ rows: defaultPolicies, faults: [], warnings: [] });
  });

  it.each([
    ["no YAML", "policies: [", "YAML_MALFORMED 1:12"],
    ["a field twice", but("    per: key\n", "    per: key\n    per: key\n"), "YAML_MALFORMED 6:5"],
    ["an unknown tag", but("5000", "!cost 5000"), "YAML_MALFORMED 7:15"],
    ["two documents", `${good}---\n${good}`, "YAML_MALFORMED 12:1"],
    [
      "too many aliases",
      `a: &a [1]\nb: &b [${"*a,".repeat(60)}]\npolicies: [${"*b,".repeat(60)}]`,
      "YAML_MALFORMED 1:1",
    ],
    ["nothing", "", "FILE_FORM 1:1"],
    ["a list", "- 1", "FILE_FORM 1:1"],
    ["no policies", "limits: []", "FIELD_MISSING 1:1"],
    ["policies that are no list", "policies: none", "VALUE_INVALID 1:11"],
    ["a policy that is none", "policies: [5]", "VALUE_INVALID 1:12"],
    ["an unknown field of the file", `${good}off: true\n`, "FIELD_UNKNOWN 12:1"],
    ["an unknown field of a policy", but("every: 1s", "every: 1s\n    evry: 1s"), "FIELD_MISSPELT 10:5"],
    ["a field of another algorithm", but("refill: 10", "refill: 10\n    window: 1s"), "FIELD_UNKNOWN 9:5"],
    ["a missing field", but("    refill: 10\n", ""), "FIELD_MISSING 3:5"],
    ["no algorithm", but("    algorithm: token-bucket\n", ""), "FIELD_MISSING 3:5"],
    ["an unknown algorithm", but("token-bucket", "tocken-bucket"), "WORD_UNKNOWN 6:16"],
    ["an unknown purpose", but("for: create", "for: creates"), "WORD_UNKNOWN 4:10"],
    ["an unknown exception", but("[keys, local]", "[keys, admins]"), "WORD_UNKNOWN 10:59"],
    ["a limit of 0", but("5000", "0"), "COUNT_INVALID 7:15"],
    ["a negative count", but("refill: 10", "refill: -10"), "COUNT_INVALID 8:13"],
    ["a fraction", but("5000", "0.5"), "COUNT_INVALID 7:15"],
    ["no number", but("5000", ".nan"), "COUNT_INVALID 7:15"],
    ["a number in quotes", but("5000", '"5000"'), "COUNT_INVALID 7:15"],
    ["a span without a unit", but("every: 1s", "every: 1"), "DURATION_INVALID 9:12"],
    ["a span of 0", but("every: 1s", "every: 0s"), "DURATION_INVALID 9:12"],
    ["a span beyond all sense", but("every: 1s", "every: 99999999999d"), "DURATION_INVALID 9:12"],
    ["a name that no header could carry", but("name: create", "name: 만들기"), "TEXT_INVALID 3:11"],
    ["an answer of yes", but("shadow: true", "shadow: yes"), "VALUE_INVALID 11:14"],
    ["a name twice", but("name: day", "name: create"), "NAME_TWICE 10:12"],
    [
      "a quota that is too fine",
      but("5000", "999999999").replace("every: 1s", "every: 9999999d"),
      "QUOTA_UNCOUNTABLE 3:5",
    ],
  ])("is refused with %s, by line and column", (_, text, fault) => {
    expect(places(text)).toContain(fault);
    expect(parsePolicies(text).rows).toEqual([]);
  });

  it.each([
    ["nothing", ""],
    ["a remark", "# later\n"],
    ["a list", "- name: a\n"],
  ])("is refused with %s in it, and told how to say that nothing is limited", (_, text) => {
    const { faults } = parsePolicies(text);
    expect(faults.map(({ code, line, column }) => [code, line, column])).toEqual([["FILE_FORM", 1, 1]]);
    for (const fault of faults) expect(remarkText(fault, "en")).toContain("For no limits write `policies: []`.");
  });

  it("is refused where `policies` is empty, and told the same", () => {
    const [fault] = parsePolicies("policies:\n").faults;
    expect(fault && remarkText(fault, "en")).toBe(
      "`policies` must be a list of at most 100 policies; `policies: []` is for no limits.",
    );
  });

  it.each(["unknown-code", "wrong-key"])("is refused where it counts %s per key", (purpose) => {
    expect(places(but("for: create\n    per: key", `for: ${purpose}\n    per: key`))).toEqual(["KEY_UNKNOWN_YET 5:10"]);
  });

  it("tells every fault at once, in the order of the lines, with the name of the policy", () => {
    const text = but("5000", "0").replace("refill: 10", "refil: 10").replace("window: 1d", "window: 1y");
    const { faults } = parsePolicies(text);
    expect(faults.map(({ code, line, policy }) => [code, line, policy])).toEqual([
      ["FIELD_MISSING", 3, "create"],
      ["COUNT_INVALID", 7, "create"],
      ["FIELD_MISSPELT", 8, "create"],
      ["DURATION_INVALID", 11, "day"],
    ]);
    for (const fault of faults) {
      for (const language of ["en", "ko"] as const) expect(remarkText(fault, language)).not.toMatch(/[{}]|undefined/);
    }
    expect(remarkText(faults[1] ?? expect.fail(), "en")).toBe(
      "`capacity` must be a whole number from 1 to 1000000000.",
    );
  });

  it("is warned of where it works and is hardly meant so", () => {
    const codes = (text: string) => parsePolicies(text).warnings.map(({ code, line }) => `${code} ${line}`);
    expect(codes(but("5000", "999"))).toEqual(["BULK_ABOVE_LIMIT 3"]);
    expect(codes(but("per: address, except", "per: key, except"))).toEqual(["NEVER_ASKED 10"]);
    expect(codes(but("day, for: create", "day, for: read"))).toEqual(["NEVER_ASKED 10"]);
    expect(codes(but("per: key\n", "per: key\n    shadow: true\n"))).toEqual(["ALL_SHADOW 3"]);
  });
});
