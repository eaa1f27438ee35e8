import { describe, expect, it, test } from "vitest";
import { createLimiter } from "../../../src/create-limiter.ts";
import type { PolicyOptions } from "../../../src/policy-options.ts";
import { redisStore, type RedisStoreOptions } from "../../../src/stores/redis/index.ts";

const port = { evalsha: () => Promise.reject(new Error("down")), eval: () => Promise.reject(new Error("down")) };
const hourly: PolicyOptions = { name: "hourly", algorithm: "fixed-window", limit: 8, windowMs: 3_600_000 };

function built(options: RedisStoreOptions, ...policies: readonly PolicyOptions[]) {
  return createLimiter({ policies: policies.length > 0 ? policies : [hourly], store: redisStore(port, options) });
}

describe("a Redis store", () => {
  const log = (limit: number, windowMs = 3_600_000): PolicyOptions => ({
    name: "log",
    algorithm: "sliding-window-log",
    limit,
    windowMs,
  });

  it("refuses a log that would be long to read and write for each decision, and says what to take", () => {
    expect(() => built({ onFailure: "open" }, hourly, log(2_001))).toThrow(
      expect.objectContaining({
        code: "STORE_POLICY_UNSUPPORTED",
        message: expect.stringMatching(/"log".*2001.*2000.*sliding-window-counter/),
      }),
    );
    expect(() =>
      built({ onFailure: "open" }, hourly, log(2_000), { ...log(1_000_000, 2), name: "brief" }),
    ).not.toThrow();
  });

  test("under memory has to be told how many processes share the limits", () => {
    // @ts-expect-error There is no default: n processes would give n times the limit.
    const untold: RedisStoreOptions = { onFailure: "memory" };
    const missing = expect.objectContaining({
      code: "STORE_OPTION_INVALID",
      message: expect.stringContaining("`nodes` is undefined"),
    });
    expect(() => redisStore(port, untold)).toThrow(missing);
    const inMemory: PolicyOptions = { ...hourly, name: "in memory", onFailure: "memory" };
    for (const onFailure of ["open", "closed", "per-policy"] as const) {
      expect(() => built({ onFailure }, { ...hourly, onFailure: "open" }, inMemory)).toThrow(missing);
      expect(() => built({ onFailure, nodes: 2 }, inMemory)).not.toThrow();
    }
    expect(() => built({ onFailure: "open" })).not.toThrow();
  });

  it("divides by what it was told", async () => {
    const { check } = built({ onFailure: "memory", nodes: () => 4 });
    const decisions = [await check("a"), await check("a"), await check("a")];
    expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, false]);
  });

  test.each([0, -1, 1.5, Number.NaN, "2", null])("refuses %j nodes", (nodes) => {
    expect(() => redisStore(port, { onFailure: "open", nodes: nodes as never })).toThrow(
      expect.objectContaining({ code: "STORE_OPTION_INVALID" }),
    );
  });

  test.each([undefined, null, "redis://localhost", 6379, {}])("refuses %j for a client as what it is", (client) => {
    expect(() => redisStore(client as never, { onFailure: "open" })).toThrow(
      expect.objectContaining({ code: "STORE_OPTION_INVALID", message: expect.stringContaining("takes a client") }),
    );
  });

  test("refuses an option that there is not, and names those that there are", () => {
    const [nodes, prefix, deadlineMs, maxInFlight, breaker, observer] = [2, "p", 5, 6, { failures: 3 }, {}];
    const all = { onFailure: "open", nodes, prefix, deadlineMs, maxInFlight, breaker, observer } as const;
    expect(() => redisStore(port, all)).not.toThrow();
    expect(() => redisStore(port, { ...all, deadline: 5 } as never)).toThrow(
      expect.objectContaining({
        code: "OPTION_UNKNOWN",
        message: expect.stringContaining(`redisStore takes ${Object.keys(all).join(", ")}, not "deadline".`),
      }),
    );
  });

  test.each([undefined, null])("refuses %j for options as what it is", (options) => {
    expect(() => redisStore(port, options as never)).toThrow(expect.objectContaining({ code: "ON_FAILURE_MISSING" }));
  });
});
