import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { limitRequests } from "../../src/adapters/express.ts";
import { limiterPlugin, limitHook } from "../../src/adapters/fastify.ts";
import { withLimit as withFetchLimit } from "../../src/adapters/fetch.ts";
import { withLimit as withNodeLimit } from "../../src/adapters/node.ts";
import { three } from "./suite-context.ts";

type Build = (limiter: unknown, options?: unknown) => unknown;

/** Calls as programs without types make them. */
const calls: readonly (readonly [string, Build])[] = [
  ["express", limitRequests as Build],
  ["fastify's hook", limitHook as Build],
  [
    "fastify's plugin",
    (limiter, options) => limiterPlugin({ addHook: () => {} }, { ...(options as object), limiter } as never),
  ],
  ["node", (limiter, options) => (withNodeLimit as (...call: unknown[]) => unknown)(limiter, () => {}, options)],
  ["fetch", (limiter, options) => (withFetchLimit as (...call: unknown[]) => unknown)(limiter, () => {}, options)],
];

/** What a call is refused with; undefined when it is not. */
async function refusal(build: () => unknown): Promise<unknown> {
  try {
    await build();
    return undefined;
  } catch (error) {
    return error;
  }
}

const says = (message: RegExp) =>
  expect.objectContaining({ code: "HTTP_OPTION_INVALID", message: expect.stringMatching(message) });

describe.each(calls)("wrong options of %s are refused when it is built", (_name, build) => {
  it.each<[object, RegExp]>([
    [{ trustProxy: true }, /no option `trustProxy`.*trustedProxies/],
    [{ trustedProxies: true }, /trustedProxies: true is neither an address/],
    [{ trustedProxies: "loopback" }, /trustedProxies: "loopback"/],
    [{ trustedProxies: [true] }, /trustedProxies: true/],
    [{ trustedProxies: null }, /trustedProxies/],
    [{ forwardedHeader: "x-real-ip" }, /forwardedHeader.*x-forwarded-for or forwarded/],
    [{ refundWhen: "fail" }, /refundWhen.*"fail".*success, failure or a function/],
    [{ headers: true }, /headers.*true.*draft-11, legacy, none/],
    [{ headers: "draft-8" }, /headers.*"draft-8".*draft-11, legacy, none/],
    [{ headers: "toString" }, /headers/],
    [{ headers: ["legacy", {}] }, /headers.*an object/],
    [{ headers: null }, /headers/],
    [{ cost: "2" }, /cost.*"2"/],
    [{ cost: 0 }, /cost.*0/],
    [{ route: 5 }, /route.*5/],
    [{ identify: "x-api-key" }, /identify.*a function/],
    [{ skip: true }, /skip.*a function/],
    [{ scope: { client: "a" } }, /scope.*a function/],
    [{ onLimited: { status: 420 } }, /onLimited.*a function/],
    [{ onError: true }, /onError.*a function/],
    [{ onWarning: false }, /onWarning.*a function/],
    [{ toString: 5 }, /no option `toString`/],
  ])("%j", async (options, message) => {
    expect(await refusal(() => build(three(), options))).toEqual(says(message));
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a policy", { name: "p", algorithm: "gcra", burst: 1, refillPerSecond: 1 }],
    ["the options of createLimiter", { policy: {}, store: {} }],
  ])("a limiter that is %s", async (_what, limiter) => {
    expect(await refusal(() => build(limiter))).toEqual(says(/limiter.*createLimiter/));
  });

  it("takes options that are right, or left undefined", async () => {
    const options = { headers: ["legacy", "draft-11"], refundWhen: "failure", cost: 2, route: "a", skip: undefined };
    expect(await refusal(() => build(three(), options))).toBeUndefined();
  });
});

describe("what an adapter is put before", () => {
  it.each<[string, (...call: unknown[]) => unknown]>([
    ["node", withNodeLimit as never],
    ["fetch", withFetchLimit as never],
  ])("is demanded when it is built (%s)", async (_name, build) => {
    expect(await refusal(() => build(three()))).toEqual(says(/withLimit\(limiter, /));
    expect(await refusal(() => build(three(), { skip: () => true }))).toEqual(says(/withLimit\(limiter, /));
  });

  it("may have Fastify's own options of register", async () => {
    const app = Fastify();
    app.register(limiterPlugin, { limiter: three(), prefix: "/v1", logLevel: "warn" });
    expect(await refusal(() => app.ready())).toBeUndefined();
    await app.close();
  });

  it("may be told of the connection at a fetch handler only", async () => {
    const remoteAddress = () => "203.0.113.7";
    withFetchLimit(three(), () => new Response(), { remoteAddress, waitUntil: () => {} });
    expect(await refusal(() => limitRequests(three(), { remoteAddress } as never))).toEqual(says(/remoteAddress/));
  });
});
