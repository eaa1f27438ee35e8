import { parseList } from "structured-headers";
import { describe, expect, it } from "vitest";
import { createLimiter } from "../../src/create-limiter.ts";
import type { Decision } from "../../src/decision.ts";
import { LimiterError } from "../../src/errors.ts";
import {
  customHeaders,
  draft11,
  headerFormats,
  keyedPartition,
  legacyHeaders,
  mergeHeaders,
  noHeaders,
  type HeaderFormat,
} from "../../src/http/index.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { decision, verdict } from "./decision.ts";

const denied = verdict({ allowed: false, remaining: 0, retryAfterMs: 2_001 });

async function written(format: HeaderFormat, told: Decision): Promise<Record<string, string>> {
  return Object.fromEntries(await format.lines(told));
}

/** Each member as the independent parser reads it: its name and its parameters. */
function members(field: string | undefined): unknown[] {
  return parseList(field ?? "").map(([name, parameters]) => [name, Object.fromEntries(parameters)]);
}

describe("draft-11", () => {
  it("writes the example of the contract", async () => {
    expect(await written(draft11(), decision([verdict()]))).toEqual({
      "RateLimit-Policy": '"default";q=100;w=10',
      RateLimit: '"default";r=42;t=10',
    });
  });

  it("gives each policy a member of its own", async () => {
    const told = decision([
      verdict({ policy: "second", windowMs: 1_000 }),
      verdict({ policy: "day", windowMs: 86_400_000 }),
    ]);
    const fields = await written(draft11(), told);
    expect(members(fields["RateLimit-Policy"])).toEqual([
      ["second", { q: 100, w: 1 }],
      ["day", { q: 100, w: 86_400 }],
    ]);
    expect(members(fields["RateLimit"])).toEqual([
      ["second", { r: 42, t: 1 }],
      ["day", { r: 42, t: 86_400 }],
    ]);
  });

  it("rounds a window up to whole seconds", async () => {
    const fields = await written(draft11(), decision([verdict({ windowMs: 1_001 })]));
    expect(members(fields["RateLimit-Policy"])).toEqual([["default", { q: 100, w: 2 }]]);
    expect(members((await written(draft11(), decision([verdict({ windowMs: 1 })])))["RateLimit"])).toEqual([
      ["default", { r: 42, t: 1 }],
    ]);
  });

  it("lets the time of a denial equal Retry-After, and no other policy's time outlast it", async () => {
    const told = decision([
      denied,
      verdict({ policy: "day", windowMs: 86_400_000 }),
      verdict({ policy: "s", windowMs: 900 }),
    ]);
    expect(members((await written(draft11(), told))["RateLimit"])).toEqual([
      ["default", { r: 0, t: 3 }],
      ["day", { r: 42, t: 3 }],
      ["s", { r: 42, t: 1 }],
    ]);
  });

  it("promises no time where no wait would help", async () => {
    const never = verdict({ allowed: false, limit: 0, remaining: 0, retryAfterMs: null });
    expect(members((await written(draft11(), decision([never, verdict({ policy: "day" })])))["RateLimit"])).toEqual([
      ["default", { r: 0 }],
      ["day", { r: 42, t: 10 }],
    ]);
  });

  it("keeps integers within the 15 digits of RFC 9651", async () => {
    const vast = verdict({ limit: 2 ** 53 - 1, remaining: Infinity, windowMs: 1e21 });
    const fields = await written(draft11(), decision([vast]));
    expect(members(fields["RateLimit-Policy"])).toEqual([
      ["default", { q: 999_999_999_999_999, w: 999_999_999_999_999 }],
    ]);
    expect(members(fields["RateLimit"])).toEqual([["default", { r: 999_999_999_999_999, t: 999_999_999_999_999 }]]);
  });

  it("escapes names so that the parser reads them back", async () => {
    const name = `a"b\\c ,;=~`;
    const fields = await written(draft11(), decision([verdict({ policy: name })]));
    expect(members(fields["RateLimit"])).toEqual([[name, { r: 42, t: 10 }]]);
  });

  it("hides policies in shadow unless asked, and writes no field when nothing is left", async () => {
    const told = decision([verdict({ shadow: true })]);
    expect(await written(draft11(), told)).toEqual({});
    expect(members((await written(draft11({ showShadow: true }), told))["RateLimit"])).toHaveLength(1);
  });

  it("tells the counter as a keyed hash that only the same policy and key share", async () => {
    const keyOf = async (secret: string, key: readonly string[], policy = "default") => {
      const format = draft11({ partitionKey: keyedPartition({ secret }) });
      const fields = await written(format, decision([verdict({ policy, key })]));
      const [[, parameters] = []] = parseList(fields["RateLimit"] ?? "");
      const told = parameters?.get("pk");
      expect(told).toBeInstanceOf(ArrayBuffer);
      expect(fields["RateLimit-Policy"]).toContain(`;pk=:${Buffer.from(told as ArrayBuffer).toString("base64")}:`);
      return Buffer.from(told as ArrayBuffer).toString("hex");
    };
    const key = await keyOf("secret", ["t", "ip:203.0.113.7"]);
    expect(key).toHaveLength(24);
    expect(await keyOf("secret", ["t", "ip:203.0.113.7"])).toBe(key);
    expect(await keyOf("secret", ["t", "ip:203.0.113.8"])).not.toBe(key);
    expect(await keyOf("secret", ["tip:203.0.113.7"])).not.toBe(key);
    expect(await keyOf("another", ["t", "ip:203.0.113.7"])).not.toBe(key);
    expect(await keyOf("secret", ["t", "ip:203.0.113.7"], "day")).not.toBe(key);
  });

  it("tells clients apart by what each policy counts, whatever the limiter is asked", async () => {
    type Plan = { readonly user: string; readonly company: string };
    const limiter = createLimiter<Plan>({
      policies: [
        { name: "user", algorithm: "fixed-window", limit: 9, windowMs: 60_000, by: ["person"] },
        { name: "company", algorithm: "fixed-window", limit: 9, windowMs: 60_000, by: ["company"] },
      ],
      scope: ({ user, company }) => ({ person: user, company }),
      store: memoryStore(),
    });
    const format = draft11({ partitionKey: keyedPartition({ secret: "secret" }) });
    const keysOf = async (asked: Plan) => {
      const fields = await written(format, await limiter.check(asked));
      return Array.from((fields["RateLimit"] ?? "").matchAll(/pk=(:[^:]+:)/g), ([, key]) => key);
    };
    const [ada, company] = await keysOf({ user: "ada", company: "c" });
    expect(await keysOf({ user: "ada", company: "c" })).toEqual([ada, company]);
    const [bob, sameCompany] = await keysOf({ user: "bob", company: "c" });
    expect([bob === ada, sameCompany === company, company === ada]).toEqual([false, true, false]);
  });

  it.each(["", undefined, 7])("refuses the secret %j at once", (secret) => {
    expect(() => keyedPartition({ secret: secret as string })).toThrow(
      expect.objectContaining({ code: "HTTP_OPTION_INVALID" }),
    );
  });
});

describe("legacy and custom headers", () => {
  it("tell the policy with the least left, with seconds from now", async () => {
    const told = decision([verdict(), verdict({ policy: "day", limit: 1_000, remaining: 7, resetAfterMs: 61_200 })]);
    expect(await written(legacyHeaders(), told)).toEqual({
      "X-RateLimit-Limit": "1000",
      "X-RateLimit-Remaining": "7",
      "X-RateLimit-Reset": "62",
    });
  });

  it("tell the policy that makes a refused request wait longest", async () => {
    const told = decision([verdict({ remaining: 0 }), { ...denied, limit: 3, remaining: 1 }]);
    expect(await written(customHeaders("X-Quota"), told)).toEqual({
      "X-Quota-Limit": "3",
      "X-Quota-Remaining": "1",
      "X-Quota-Reset": "3",
    });
  });

  it("name no time where no wait would help", async () => {
    const never = verdict({ allowed: false, limit: 0, remaining: 0, retryAfterMs: null });
    expect(await written(legacyHeaders(), decision([denied, never]))).toEqual({
      "X-RateLimit-Limit": "0",
      "X-RateLimit-Remaining": "0",
    });
  });

  it("say nothing of policies in shadow", async () => {
    expect(await written(legacyHeaders(), decision([verdict({ shadow: true })]))).toEqual({});
  });

  it.each(["", "X Quota", "X-Quota:", "X\r\nSet-Cookie", "RateLimit", "ratelimit", 5, 1n, Symbol("s"), undefined])(
    "refuse the prefix %o",
    (prefix) => {
      expect(() => customHeaders(prefix as string)).toThrow(LimiterError);
    },
  );
});

describe("the option", () => {
  it("means draft-11 when left out, and several formats side by side when told", async () => {
    const names = async (formats: readonly HeaderFormat[]) =>
      (await Promise.all(formats.map(async (format) => format.lines(decision([verdict()])))))
        .flat()
        .map(([name]) => name);
    expect(await names(headerFormats())).toEqual(["RateLimit-Policy", "RateLimit"]);
    expect(await names(headerFormats("none"))).toEqual([]);
    expect(await names(headerFormats(noHeaders()))).toEqual([]);
    expect(await names(headerFormats(["draft-11", "legacy"]))).toEqual([
      "RateLimit-Policy",
      "RateLimit",
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Reset",
    ]);
  });
});

describe("two limiters of one response", () => {
  it("share the lists of draft-11", () => {
    const merged = mergeHeaders(draft11(), [["RateLimit", '"inner";r=1;t=1']], () => '"outer";r=5;t=60');
    expect(members(merged[0]?.[1])).toEqual([
      ["outer", { r: 5, t: 60 }],
      ["inner", { r: 1, t: 1 }],
    ]);
  });

  it.each([
    ["5", "4", true],
    ["5", "5", false],
    ["5", "10", false],
    ["garbage", "10", true],
  ])("let %s left stand against %s: replaced is %s", (theirs, ours, isReplaced) => {
    const lines = [["X-RateLimit-Limit", "9"] as const, ["X-RateLimit-Remaining", ours] as const];
    const current = (name: string) => (name === "X-RateLimit-Remaining" ? theirs : undefined);
    expect(mergeHeaders(legacyHeaders(), lines, current)).toEqual(isReplaced ? lines : []);
  });
});
