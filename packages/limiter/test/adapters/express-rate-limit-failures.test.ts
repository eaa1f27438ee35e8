import { once } from "node:events";
import { beforeEach, describe, expect, it } from "vitest";
import { rateLimit, type RateLimitOptions } from "../../src/adapters/express-rate-limit.ts";
import { guardStore } from "../../src/failure/guard-store.ts";
import { StoreFailure } from "../../src/store-failure.ts";
import type { Store, StoreTraits } from "../../src/store.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { forgetWarnings } from "../../src/warnings.ts";
import { watchRejections } from "../watch-rejections.ts";
import type { ExpressIncoming, ExpressOutgoing } from "./express-adapter.ts";
import { startExpress } from "./start-express.ts";

/** A store that never answers. */
function failing(onFailure: StoreTraits["onFailure"]): Store {
  const fail = () => Promise.reject(new StoreFailure("STORE_UNREACHABLE", "It is down."));
  return {
    traits: { ...memoryStore().traits, onFailure },
    charge: fail,
    peek: fail,
    refund: fail,
    penalize: fail,
    block: fail,
    reset: fail,
    close: fail,
  };
}

describe("rateLimit when a client is gone before its turn", () => {
  const lost = { headers: {}, socket: { destroyed: true } };

  it("neither charges a request without an address nor passes it on", async () => {
    forgetWarnings();
    const warned: unknown[] = [];
    const logger = { warn: (what: unknown) => void warned.push(what), error: () => {} };
    const limiter = rateLimit({ logger });
    const passed: unknown[] = [];
    await limiter(lost as ExpressIncoming, {} as ExpressOutgoing, (error) => void passed.push(error));
    expect([passed, await limiter.getKey("anonymous"), warned]).toEqual([[], undefined, []]);
  });

  it("charges whom a key generator knows", async () => {
    const limiter = rateLimit({ keyGenerator: () => "a", legacyHeaders: false });
    const passed: unknown[] = [];
    await limiter(lost as ExpressIncoming, {} as ExpressOutgoing, (error) => void passed.push(error));
    expect([passed, await limiter.getKey("a")]).toEqual([[undefined], expect.objectContaining({ totalHits: 1 })]);
  });
});

describe("rateLimit when the store fails", () => {
  beforeEach(forgetWarnings);

  it.each<[boolean | undefined, number]>([
    [true, 200],
    [false, 503],
    [undefined, 503],
  ])("under passOnStoreError %s answers %d", async (passOnStoreError, status) => {
    const store = failing("per-policy");
    const send = await startExpress(
      rateLimit({ store, ...(passOnStoreError === undefined ? {} : { passOnStoreError }) }),
    );
    expect((await send()).status).toBe(status);
  });

  it("tells a handler and the client when to come back also while it counts in memory", async () => {
    const limiter = rateLimit({
      limit: 1,
      store: guardStore(failing("memory")),
      standardHeaders: "draft-7",
      handler(request, response) {
        response.status(429);
        response.send(Reflect.get(request, "rateLimit"));
      },
    });
    const seen: unknown[] = [];
    const send = await startExpress(async (request: object, response: never, next: () => void) =>
      limiter(request as never, response, () => {
        seen.push(Reflect.get(request, "rateLimit"));
        next();
      }),
    );
    expect((await send()).status).toBe(200);
    const beforeMs = Date.now();
    const response = await send();
    const afterMs = Date.now();
    const info = { limit: 1, used: 1, remaining: 0, key: "127.0.0.1" };
    expect(seen).toEqual([{ ...info, resetTime: expect.any(Date) }]);
    const { resetTime, ...rest } = (await response.json()) as { readonly resetTime: string };
    expect([response.status, rest]).toEqual([429, info]);
    const waitMs = Number(response.headers.get("retry-after")) * 1_000;
    expect(Date.parse(resetTime)).toBeGreaterThan(beforeMs + waitMs - 2_000);
    expect(Date.parse(resetTime)).toBeLessThan(afterMs + waitMs + 2_000);
    expect([response.headers.get("ratelimit"), response.headers.get("x-ratelimit-limit")]).toEqual([null, null]);
  });

  it("shows an unused limit, and no time, while nobody counts", async () => {
    const limiter = rateLimit({ limit: 2, store: failing("open") });
    const request = { headers: {}, socket: {}, ip: "203.0.113.7" };
    await limiter(request as ExpressIncoming, {} as ExpressOutgoing, () => {});
    const rateLimitInfo = { limit: 2, used: 0, remaining: 2, resetTime: undefined, key: "203.0.113.7" };
    expect(request).toMatchObject({ rateLimit: rateLimitInfo });
  });

  it.each<[string, RateLimitOptions, string]>([
    [
      "requestWasSuccessful throws",
      {
        requestWasSuccessful: () => {
          throw new Error("broken");
        },
      },
      "Error: broken",
    ],
    [
      "the refund fails",
      { store: { ...memoryStore(), refund: () => Promise.reject(new StoreFailure("STORE_DEADLINE", "It is slow.")) } },
      "StoreFailure: It is slow.",
    ],
  ])("goes on when %s, and when the logger that is told throws", async (_name, options, message) => {
    const heard: unknown[] = [];
    const error = (what: unknown) => {
      heard.push(String(what));
      throw new Error("of the logger");
    };
    const logger = { warn: () => {}, error };
    const send = await startExpress(rateLimit({ skipSuccessfulRequests: true, ...options, logger }));
    expect(await (await send()).text()).toBe("hello");
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual([message]);
    expect((await send()).status).toBe(200);
  });

  it("survives a logger that fails later, of warnings and of errors", async () => {
    const rejections = watchRejections();
    const fail = async () => Promise.reject(new Error("of the logger"));
    const requestWasSuccessful = () => Promise.reject(new Error("broken"));
    const options = { skipSuccessfulRequests: true, requestWasSuccessful, logger: { warn: fail, error: fail } };
    const send = await startExpress(rateLimit(options));
    expect(await (await send("/", { "X-Forwarded-For": "203.0.113.7" })).text()).toBe("hello");
    expect(await (await send()).text()).toBe("hello");
    expect(await rejections()).toEqual([]);
  });

  it("warns the process of what prevents a refund where no logger is given", async () => {
    const warned = once(process, "warning");
    const requestWasSuccessful = () => Promise.reject(new Error("broken"));
    const send = await startExpress(rateLimit({ skipSuccessfulRequests: true, requestWasSuccessful }));
    await (await send()).text();
    expect(await warned).toEqual([new Error("broken")]);
  });
});
