import { describe, expect, it } from "vitest";
import { compilePolicy } from "../src/compile-policy.ts";
import type { LimiterErrorCode } from "../src/errors.ts";
import type { PolicyOptions } from "../src/policy-options.ts";

const window = { name: "w", algorithm: "fixed-window", limit: 5, windowMs: 1_000 } as const;
const bucket = { name: "b", algorithm: "token-bucket", capacity: 10, refillPerSecond: 2 } as const;
const counter = { name: "c", algorithm: "sliding-window-counter", limit: 5, windowMs: 60_000 } as const;

/** What JavaScript, or a file, may hand over. */
const refused: readonly (readonly [LimiterErrorCode, Readonly<Record<string, unknown>>])[] = [
  ...[Number.NaN, Number.POSITIVE_INFINITY, -1, 1.5, "5", null, undefined, 2 ** 52, 5n].map(
    (limit) => ["POLICY_NUMBER_INVALID", { ...window, limit }] as const,
  ),
  ["POLICY_NUMBER_INVALID", { ...bucket, capacity: 0 }],
  ["POLICY_NUMBER_INVALID", { ...bucket, refillPerSecond: 0 }],
  ["POLICY_NUMBER_INVALID", { ...bucket, refillPerSecond: 0.5 }],
  ["POLICY_NUMBER_INVALID", { ...bucket, refillPerSecond: undefined, refill: -3, refillMs: 1_000 }],
  ["POLICY_NUMBER_INVALID", { name: "b", algorithm: "token-bucket", capacity: 10 }],
  ["POLICY_NUMBER_INVALID", { name: "g", algorithm: "gcra", burst: 0, refillPerSecond: 1 }],
  ["POLICY_NUMBER_INVALID", { name: "l", algorithm: "leaky-bucket", capacity: Number.NaN, refillPerSecond: 1 }],
  ["POLICY_NUMBER_INVALID", { ...counter, buckets: 0 }],
  ["POLICY_NUMBER_INVALID", { ...counter, buckets: 61 }],
  ["POLICY_NUMBER_INVALID", { ...counter, buckets: 1.5 }],
  ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY, "1000", undefined].map(
    (windowMs) => ["POLICY_WINDOW_INVALID", { ...window, windowMs }] as const,
  ),
  ["POLICY_WINDOW_INVALID", { ...bucket, refillPerSecond: undefined, refill: 3, refillMs: 0 }],
  ["POLICY_WINDOW_INVALID", { name: "b", algorithm: "token-bucket", capacity: 10, refill: 3 }],
  ["POLICY_TOO_FINE", { ...window, windowMs: 0.0001 }],
  ["POLICY_TOO_FINE", { ...bucket, capacity: 2 ** 52 - 1 }],
  ...["fixed_window", "toString", "__proto__", "", undefined, 5, ["gcra"], {}, 1n].map(
    (algorithm) => ["POLICY_ALGORITHM_UNKNOWN", { ...window, algorithm }] as const,
  ),
  ["POLICY_OPTION_UNKNOWN", { ...window, windowMS: 5 }],
  ["POLICY_OPTION_UNKNOWN", { ...window, capacity: 5 }],
  ["POLICY_OPTION_UNKNOWN", { ...window, buckets: 5 }],
  ["POLICY_OPTION_UNKNOWN", { ...bucket, limit: 5 }],
  ["POLICY_OPTION_UNKNOWN", { ...bucket, refill: 5 }],
  ["POLICY_OPTION_UNKNOWN", { ...bucket, refillMs: 5 }],
  ["POLICY_OPTION_UNKNOWN", { ...window, alignment: "first" }],
  ["POLICY_OPTION_UNKNOWN", { ...bucket, refillMode: "" }],
  ["POLICY_OPTION_UNKNOWN", { ...window, shadow: "yes" }],
  ["POLICY_OPTION_UNKNOWN", { ...window, onFailure: "opne" }],
  ...["", 1n, "é", "a\nb", "tab\t", "\u{1F600}", "x".repeat(65), 5, undefined, null].map(
    (name) => ["POLICY_NAME_INVALID", { ...window, name }] as const,
  ),
  ...["", "ü", "x".repeat(65), 1, null].map((version) => ["POLICY_VERSION_INVALID", { ...window, version }] as const),
  ...[["client", "client"], [""], [5], "client", null, {}].map(
    (by) => ["POLICY_SCOPE_INVALID", { ...window, by }] as const,
  ),
  ["POLICY_SCOPE_INVALID", { ...window, by: ["tenant"], tagBy: "client" }],
  ["POLICY_SCOPE_INVALID", { ...window, tagBy: "address" }],
  ...[0, -1, 6, 1.5, Number.NaN, "1", null].map((cost) => ["POLICY_COST_INVALID", { ...window, cost }] as const),
  ["POLICIES_MISSING", undefined as never],
  ["POLICIES_MISSING", null as never],
  ["POLICIES_MISSING", "100/s" as never],
];

describe("compilePolicy", () => {
  it.each(refused)("refuses with %s what says %o", (code, options) => {
    expect(() => compilePolicy(options as unknown as PolicyOptions)).toThrow(
      expect.objectContaining({ name: "LimiterError", code, mend: expect.any(String) }),
    );
  });

  it("fills in what is usual", () => {
    const { algorithm, ...policy } = compilePolicy(bucket);
    expect(policy).toEqual({
      name: "b",
      version: "v1",
      by: ["tenant", "client", "route"],
      tagBy: undefined,
      cost: 1,
      shadow: false,
      onFailure: undefined,
    });
    expect(algorithm).toMatchObject({ name: "token-bucket", limit: 10, windowMs: 5_000, microsPerTick: 1 });
  });

  it("keeps what it is told, apart from the caller's objects", () => {
    const by = ["tenant", "address"];
    const policy = compilePolicy({
      ...window,
      name: 'a "b" \\ ~',
      version: "2026-07",
      by,
      tagBy: "address",
      cost: 5,
      shadow: true,
      onFailure: "closed",
    });
    by.push("route");
    expect(policy).toMatchObject({
      name: 'a "b" \\ ~',
      version: "2026-07",
      by: ["tenant", "address"],
      tagBy: "address",
      cost: 5,
      shadow: true,
      onFailure: "closed",
    });
  });

  it.each([
    { ...window, limit: 0 },
    { ...counter, limit: 0 },
    { name: "l", algorithm: "sliding-window-log", limit: 0, windowMs: 5 },
  ] as const)("lets a window have the limit 0: $algorithm", (options) => {
    expect(compilePolicy(options).algorithm.limit).toBe(0);
  });

  it("says what, which and how to mend it", () => {
    expect(() => compilePolicy({ ...window, name: "per-minute", windowMS: 5 } as PolicyOptions)).toThrow(
      /In "per-minute": It takes name, .*, limit, windowMs, alignment, not "windowMS"\. /,
    );
    expect(() => compilePolicy({ ...bucket, refillMode: "once" } as unknown as PolicyOptions)).toThrow(
      'In "b": `refillMode` takes continuous, interval, not "once".',
    );
    expect(() => compilePolicy({ ...bucket, refillPerSecond: 0.5 })).toThrow(
      /`refillPerSecond` or `refill` each `refillMs` is 0.5, not a whole number from 1 to \d+\. Take such a number\.$/,
    );
    expect(() => compilePolicy({ name: "b", algorithm: "token-bucket", capacity: 10 } as never)).toThrow(
      /`refillPerSecond` or `refill` each `refillMs` is undefined, not a whole number from 1 /,
    );
    expect(() => compilePolicy({ ...bucket, refillPerSecond: undefined, refill: 1, refillMs: "2s" } as never)).toThrow(
      '`refillMs` is "2s". Take milliseconds above 0.',
    );
    expect(() => compilePolicy({ ...window, windowMs: "1m" } as never)).toThrow(
      '`windowMs` is "1m". Take milliseconds above 0.',
    );
    expect(() => compilePolicy({ ...window, limit: Number.NaN })).toThrow(
      'In "w": `limit` is NaN, not a whole number from 0 to 4503599627370495. Take such a number.',
    );
    expect(() => compilePolicy({ ...window, cost: 9_999 })).toThrow(
      /`cost` is 9999, not a whole number from 1 to \d+\. /,
    );
    expect(() => compilePolicy({ ...window, limit: () => 5 } as never)).toThrow("`limit` is a function, not ");
    expect(() => compilePolicy({ ...window, [Symbol("limit")]: 5 })).toThrow(
      /It takes name, .*, not Symbol\(limit\)\. /,
    );
  });

  it("tells long values shortly", () => {
    const name = "n".repeat(1_000_000);
    expect(() => compilePolicy({ ...window, name })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^.{80,300}$/) }),
    );
  });

  it("takes an option that is undefined for one that is not there", () => {
    const options = { ...bucket, refill: undefined, refillMs: undefined, version: undefined };
    expect(compilePolicy(options as unknown as PolicyOptions).version).toBe("v1");
  });
});
