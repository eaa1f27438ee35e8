import { rateLimit as originalRateLimit, type Options } from "express-rate-limit";
import { parseList } from "structured-headers";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ipKeyGenerator, rateLimit, type RateLimitOptions } from "../../src/adapters/express-rate-limit.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { forgetWarnings, type LimiterWarning } from "../../src/warnings.ts";
import type { ExpressIncoming, ExpressOutgoing } from "./express-adapter.ts";
import { startExpress, type Middleware } from "./start-express.ts";

type Sent = { readonly headers?: Record<string, string>; readonly options?: RateLimitOptions };

/** What both packages must say alike: status, body and headers of limits. */
async function said(response: Response) {
  const headers = [...response.headers].filter(([name]) => /ratelimit|retry-after/.test(name));
  return { status: response.status, body: await response.text(), headers: Object.fromEntries(headers) };
}

/** Instants are told to the second, and no window ends between two answers. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: 1_800_000_000_300 });
  const clock = vi.spyOn(performance, "now").mockReturnValue(5_000);
  onTestFinished(() => {
    clock.mockRestore();
    vi.useRealTimers();
  });
}

describe("rateLimit in place of express-rate-limit", () => {
  beforeEach(forgetWarnings);

  it.each<[string, RateLimitOptions & Partial<Options>]>([
    ["defaults", {}],
    ["max", { max: 1 }],
    ["draft-6", { limit: 2, standardHeaders: true, legacyHeaders: false }],
    ["draft-7", { limit: 2, standardHeaders: "draft-7", headers: false }],
    ["no headers", { limit: 1, legacyHeaders: false }],
    ["a message and a status", { limit: 1, message: { error: "slow down" }, statusCode: 420 }],
    ["a message that is a function", { limit: 1, message: () => "slow down" }],
    ["a limit that is a function", { limit: () => 2, windowMs: 3_600_000 }],
    ["another window", { limit: 2, windowMs: 1_500 }],
    ["skip", { limit: 1, skip: () => true }],
    ["a key", { limit: 1, keyGenerator: () => "all" }],
    ["a handler", { limit: 1, handler: (_request, response) => response.status(418).send("teapot") }],
    [
      "a handler that answers by the options",
      {
        limit: 1,
        handler: (_request, response, _next, { statusCode, message, limit, windowMs, requestPropertyName }) =>
          response.status(statusCode).send({ message, limit, windowMs, requestPropertyName }),
      },
    ],
    ["a Retry-After", { limit: 1, retryAfter: 77 }],
  ])("answers as the original does with %s", async (_name, options) => {
    stopTime();
    const theirs = await startExpress(originalRateLimit({ ...options, validate: false }) as Middleware);
    const ours = await startExpress(rateLimit(options));
    for (let sent = 0; sent < 7; sent++) {
      expect(await said(await ours())).toEqual(await said(await theirs()));
    }
  });

  it("hands every default to a handler, whatever was left undefined", async () => {
    const handler: RateLimitOptions["handler"] = async (request, response, _next, options) =>
      response.send({ ...options, key: await options.keyGenerator(request, response) });
    const send = await startExpress(
      rateLimit({ max: 0, headers: false, handler, statusCode: undefined } as unknown as RateLimitOptions),
    );
    expect(await (await send()).json()).toMatchObject({
      windowMs: 60_000,
      limit: 0,
      message: "Too many requests, please try again later.",
      statusCode: 429,
      standardHeaders: false,
      legacyHeaders: false,
      identifier: "0-in-1min",
      requestPropertyName: "rateLimit",
      skipFailedRequests: false,
      skipSuccessfulRequests: false,
      ipv6Subnet: 56,
      validate: true,
      key: "127.0.0.1",
    });
  });

  it.each<unknown>([5, 5n, true, null, undefined])("takes any key as a text: %s", async (key) => {
    const limiter = rateLimit({ limit: 1, keyGenerator: () => key as string });
    const send = await startExpress(limiter);
    expect([(await send()).status, (await send()).status]).toEqual([200, 429]);
    expect((await limiter.getKey(String(key)))?.totalHits).toBe(1);
    await limiter.resetKey(key as string);
    expect(await limiter.getKey(key as string)).toBeUndefined();
  });

  it("promises no time under a limit of 0", async () => {
    const { status, headers } = await said(await (await startExpress(rateLimit({ limit: 0 })))());
    expect([status, headers]).toEqual([429, { "x-ratelimit-limit": "0", "x-ratelimit-remaining": "0" }]);
  });

  it.each<[string, RateLimitOptions, string, RegExp]>([
    ["legacy headers", {}, "x-ratelimit-remaining", /^1$/],
    ["draft-6", { standardHeaders: "draft-6" }, "ratelimit-remaining", /^1$/],
    ["draft-7", { standardHeaders: "draft-7" }, "ratelimit", /^limit=2, remaining=1, /],
  ])("tells the tighter of two limiters, whichever comes first, in %s", async (_name, options, header, told) => {
    const tight = { ...options, limit: 2 };
    const loose = { ...options, limit: 10 };
    for (const [outer, inner] of [
      [tight, loose],
      [loose, tight],
    ] as const) {
      const first = rateLimit(outer);
      const second = rateLimit(inner);
      const send = await startExpress((request: never, response: never, next) =>
        first(request, response, (error) => (error === undefined ? void second(request, response, next) : next(error))),
      );
      expect((await send()).headers.get(header)).toMatch(told);
    }
  });

  it("writes draft-8 as two lists that are read back", async () => {
    const send = await startExpress(rateLimit({ limit: 2, standardHeaders: "draft-8", identifier: "api" }));
    const response = await send();
    const [[name, parameters] = []] = parseList(response.headers.get("ratelimit") ?? "");
    expect([name, Object.fromEntries(parameters ?? [])]).toEqual(["api", { r: 1, t: 60 }]);
    expect(response.headers.get("ratelimit-policy")).toBe('"api";q=2;w=60');
  });

  it("shows the state on the request, tells and resets single keys", async () => {
    const seen: unknown[] = [];
    const limiter = rateLimit({ limit: 3, requestPropertyName: "quota" });
    const send = await startExpress(async (request: object, response: never, next: () => void) =>
      limiter(request as never, response, () => {
        seen.push(Reflect.get(request, "quota"));
        next();
      }),
    );
    await send();
    await send();
    expect(seen).toEqual([
      { limit: 3, used: 1, remaining: 2, resetTime: expect.any(Date), key: "127.0.0.1" },
      { limit: 3, used: 2, remaining: 1, resetTime: expect.any(Date), key: "127.0.0.1" },
    ]);
    expect(await limiter.getKey("127.0.0.1")).toEqual({ totalHits: 2, resetTime: expect.any(Date) });
    await limiter.resetKey("127.0.0.1");
    expect(await limiter.getKey("127.0.0.1")).toBeUndefined();
  });

  it("resets a key also where the limit is a function", async () => {
    const limiter = rateLimit({ limit: () => 2 });
    const send = await startExpress(limiter);
    const statuses = async () => [(await send()).status, (await send()).status, (await send()).status];
    expect(await statuses()).toEqual([200, 200, 429]);
    await limiter.resetKey("127.0.0.1");
    expect(await statuses()).toEqual([200, 200, 429]);
  });

  it("refuses a getKey that would need a request", async () => {
    await expect(rateLimit({ limit: () => 3 }).getKey("a")).rejects.toMatchObject({ code: "HTTP_OPTION_INVALID" });
  });

  it("passes on what an option throws", async () => {
    const broken = () => {
      throw new Error("broken");
    };
    expect((await (await startExpress(rateLimit({ keyGenerator: broken })))()).status).toBe(500);
  });

  const forwarded = { headers: { "X-Forwarded-For": "1.1.1.1" } };

  it.each<[string, unknown, Sent, readonly string[]]>([
    ["every proxy is trusted", true, {}, ["TRUST_ALL"]],
    ["a header comes from a proxy that is not trusted", false, forwarded, ["PROXY_HEADER_UNTRUSTED"]],
    ["Forwarded comes", false, { headers: { Forwarded: "for=1.1.1.1" } }, ["PROXY_HEADER_UNTRUSTED"]],
    ["the proxy is trusted", "loopback", forwarded, []],
    ["told not to, at all", true, { options: { validate: false } }, []],
    ["told not to", false, { ...forwarded, options: { validate: { xForwardedForHeader: false } } }, []],
    ["told not to, by default", true, { options: { validate: { default: false } } }, []],
  ])("warns when %s", async (_name, trustProxy, { headers = {}, options = {} }, codes) => {
    const warnings: LimiterWarning[] = [];
    const logger = { warn: (warning: unknown) => warnings.push(warning as LimiterWarning), error: () => {} };
    const send = await startExpress(rateLimit({ ...options, logger }), trustProxy);
    await send("/", headers);
    await send("/", headers);
    expect(warnings.map(({ code }) => code)).toEqual(codes);
    for (const { message } of warnings) {
      expect(message).toContain("`trust proxy`");
      // It has no such option.
      expect(message).not.toContain("trustedProxies");
    }
  });

  it("makes one policy of each limit that a function gives, and warns of none", async () => {
    const warnings: unknown[] = [];
    const logger = { warn: (_warning: unknown, message?: string) => warnings.push(message), error: () => {} };
    const limiter = rateLimit({
      limit: (request) => Number(request.headers["x-limit"]),
      logger,
      keyGenerator: () => "k",
    });
    const response = { setHeader: () => {}, getHeader: () => undefined } as unknown as ExpressOutgoing;
    let passed = 0;
    for (let sent = 0; sent < 1_100; sent++) {
      const headers = { "x-limit": String(10_000 + (sent % 3)) };
      await limiter({ headers, socket: {} } as unknown as ExpressIncoming, response, () => void passed++);
    }
    expect([passed, warnings]).toEqual([1_100, []]);
  });

  it.each([
    { onLimitReached: () => {} },
    { delayMs: 5 },
    { draft_polli_ratelimit_headers: true },
    { windowsMs: 5 },
    { store: { increment: () => {}, decrement: () => {}, resetKey: () => {} } },
    { identifier: () => "name" },
    { ipv6Subnet: 0 },
    { standardHeaders: "draft-9" },
    { standardHeaders: 7 },
    { limit: "1" },
    { max: "1" },
    { limit: null },
    { ipv6Subnet: "64" },
    { store: "redis" },
    { store: null },
    { keyGenerator: "ip" },
    { handler: { status: 429 } },
    { skip: true },
    { requestWasSuccessful: 200 },
    { statusCode: "429" },
    { logger: () => {} },
  ] as unknown as RateLimitOptions[])("refuses at once what has no counterpart: %j", (options) => {
    expect(() => rateLimit(options)).toThrow(expect.objectContaining({ code: "HTTP_OPTION_INVALID" }));
  });

  it.each([null, 5, "5 per minute"] as unknown as RateLimitOptions[])(
    "refuses options that are none: %j",
    (options) => {
      expect(() => rateLimit(options)).toThrow(expect.objectContaining({ code: "HTTP_OPTION_INVALID" }));
    },
  );

  it.each([
    { limit: -1 },
    { windowMs: "60000" as never },
    { windowMs: 0 },
    { windowMs: Number.NaN },
    { identifier: "ü" },
  ])("refuses at once what makes no sense: %j", (options) => {
    expect(() => rateLimit(options)).toThrow(expect.objectContaining({ name: "LimiterError" }));
  });

  it("refuses two limiters that would share counters, unless they have names of their own", () => {
    const store = memoryStore();
    rateLimit({ store });
    expect(() => rateLimit({ store })).toThrow(expect.objectContaining({ code: "HTTP_OPTION_INVALID" }));
    rateLimit({ store, identifier: "login" });
  });

  it.each<[string, number | false | undefined, string]>([
    ["203.0.113.7", undefined, "203.0.113.7"],
    ["::ffff:203.0.113.7", undefined, "203.0.113.7"],
    ["2001:db8:1:2ff::1", undefined, "2001:db8:1:200::/56"],
    ["2001:db8:1:2ff::1", 64, "2001:db8:1:2ff::/64"],
    ["2001:db8:1:2ff::1", false, "2001:db8:1:2ff::1"],
    ["no address", undefined, "no address"],
  ])("makes a key of %s (%s): %s", (ip, subnet, key) => {
    expect(ipKeyGenerator(ip, subnet)).toBe(key);
  });
});
