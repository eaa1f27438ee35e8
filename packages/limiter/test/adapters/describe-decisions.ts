import { expect, it, onTestFinished } from "vitest";
import type { AnswerParts } from "../../src/adapters/answer-parts.ts";
import type { Decision } from "../../src/decision.ts";
import { failing, left, members, nowMicros, ok, three, type SuiteContext } from "./suite-context.ts";

/** What a limited request gets to see. */
export function describeDecisions({ adapter, calls, start, startOne }: SuiteContext): void {
  it("lets requests pass and tells what is left", async () => {
    const send = await startOne({ limiter: three() });
    const response = await send("/a/b");
    expect([response.status, await response.text()]).toEqual([200, "hello"]);
    expect(members(response.headers.get("ratelimit-policy"))).toEqual({ default: { q: 3, w: 60 } });
    expect(members(response.headers.get("ratelimit"))).toEqual({ default: { r: 2, t: 60 } });
    expect(response.headers.has("retry-after")).toBe(false);
    expect(calls).toEqual([{ method: "GET", path: "/a/b", request: expect.any(Object) }]);
  });

  it("refuses the request after the last one allowed, before the handler", async () => {
    const send = await startOne({ limiter: three() });
    for (let sent = 0; sent < 3; sent++) await (await send()).text();
    const response = await send();
    expect(response.status).toBe(429);
    expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const retryAfter = Number(response.headers.get("retry-after"));
    expect(retryAfter).toBe(60 - ((nowMicros / 1_000_000) % 60));
    expect(members(response.headers.get("ratelimit"))).toEqual({ default: { r: 0, t: retryAfter } });
    expect(await response.json()).toMatchObject({
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      status: 429,
      "violated-policies": ["default"],
      retry_after: retryAfter,
    });
    expect(calls).toHaveLength(3);
  });

  it("charges before the handler runs", async () => {
    const limiter = three();
    const seen: number[] = [];
    const send = await startOne({ limiter }, async () => {
      seen.push(await left(limiter));
      return ok;
    });
    await send();
    expect(seen).toEqual([2]);
  });

  it("counts HEAD and OPTIONS, and refuses HEAD without a body", async () => {
    const send = await startOne({ limiter: three() });
    for (const method of ["HEAD", "OPTIONS", "POST"]) expect((await send("/", { method })).status).toBe(200);
    const response = await send("/", { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([429, ""]);
    expect(response.headers.has("retry-after")).toBe(true);
    expect((await send("/", { method: "OPTIONS" })).status).toBe(429);
  });

  it("shows handlers what was decided, by each limiter or the last one", async () => {
    const [outer, inner, other] = [three("outer", 5), three("inner"), three("other")];
    const send = await start([{ limiter: outer }, { limiter: inner }]);
    await send();
    await send();
    const request = calls[1]?.request as never;
    expect(adapter.decisionOf(request)).toMatchObject({ allowed: true, remaining: 1, policies: [{ policy: "inner" }] });
    expect(adapter.decisionOf(request, outer)).toMatchObject({ remaining: 3, policies: [{ policy: "outer" }] });
    expect(adapter.decisionOf(request, other)).toBeUndefined();
  });

  it("shows handlers of what is skipped no decision", async () => {
    await (
      await startOne({ limiter: three(), options: { skip: () => true } })
    )();
    expect(calls.map(({ request }) => adapter.decisionOf(request as never))).toEqual([undefined]);
  });

  it("shows onLimited too what was decided", async () => {
    const seen: unknown[] = [];
    const limiter = three("default", 0);
    const onLimited = (decision: Decision, request: unknown) =>
      void seen.push(decision.allowed, adapter.decisionOf(request as never) === decision);
    await (
      await startOne({ limiter, options: { onLimited } })
    )();
    expect(seen).toEqual([false, true]);
  });

  it("neither counts nor tells what is skipped", async () => {
    const limiter = three();
    const send = await startOne({
      limiter,
      options: { skip: (request) => adapter.headerOf(request, "x-skip") === "yes" },
    });
    const response = await send("/", { headers: { "x-skip": "yes" } });
    expect([response.status, response.headers.has("ratelimit")]).toEqual([200, false]);
    expect(await left(limiter)).toBe(3);
    expect((await send()).headers.has("ratelimit")).toBe(true);
  });

  it("refuses with the words of its own status, whatever an earlier one was to say", async () => {
    const app = await adapter.start({
      limits: [{ limiter: three("default", 0) }],
      before: async (_request, response) => {
        if (typeof response === "object" && response !== null) Reflect.set(response, "statusMessage", "Well");
      },
      handler: () => ok,
    });
    onTestFinished(app.close);
    expect((await fetch(app.url)).statusText).toMatch(/^(?:Too Many Requests)?$/);
  });

  it("lets onLimited replace parts of a refusal", async () => {
    const heard: unknown[] = [];
    const send = await startOne({
      limiter: three("default", 0),
      options: {
        onLimited: async (decision) => {
          heard.push(decision.violated);
          return { status: 420, body: "calm" };
        },
      },
    });
    const response = await send();
    expect([response.status, await response.text()]).toEqual([420, "calm"]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.has("retry-after")).toBe(false);
    expect(heard).toEqual([["default"]]);
  });

  it.each<[string, AnswerParts, string, string]>([
    ["an object", { body: { error: "calm" } }, "application/json", '{"error":"calm"}'],
    ["a list", { status: 420, body: ["calm"] }, "application/json", '["calm"]'],
    ["a text", { body: "calm" }, "text/plain; charset=utf-8", "calm"],
    ["an empty text", { body: "" }, "text/plain; charset=utf-8", ""],
    [
      "an object of a type",
      { headers: { "content-type": "application/vnd.api+json" }, body: { errors: [] } },
      "application/vnd.api+json",
      '{"errors":[]}',
    ],
    ["a text with Headers", { headers: new Headers({ "Content-Type": "text/html" }), body: "hi" }, "text/html", "hi"],
    ["a page", { headers: [["Content-Type", "text/html"]], body: "<p>calm" }, "text/html", "<p>calm"],
  ])("takes a body that is %s from onLimited, with its type", async (_name, parts, type, body) => {
    const send = await startOne({ limiter: three("default", 0), options: { onLimited: () => parts } });
    const response = await send();
    expect([response.status, await response.text()]).toEqual([parts.status ?? 429, body]);
    expect(response.headers.get("content-type")?.replace(/(json|html); charset.*/, "$1")).toBe(type);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("sets headers of onLimited beside its own, and leaves out those that are undefined", async () => {
    const limiter = three("default", 1);
    const headers = { "retry-after": 9, "X-Plan": "free", "Cache-Control": undefined };
    const send = await startOne({ limiter, options: { onLimited: async () => ({ headers }) } });
    await send();
    const response = await send();
    const told = ["retry-after", "x-plan", "cache-control", "content-type"].map((name) => response.headers.get(name));
    expect(told).toEqual(["9", "free", null, expect.stringMatching(/^application\/problem\+json/)]);
    expect(await response.json()).toMatchObject({ status: 429 });
  });

  it.each([{ body: 5 }, { status: "429" }, { headers: "Retry-After: 9" }, "calm"] as unknown as AnswerParts[])(
    "passes on as an error what onLimited gives that is no answer: %j",
    async (parts) => {
      const heard: unknown[] = [];
      const options = { onLimited: () => parts, onError: (error: unknown) => heard.push(error) };
      expect((await (await startOne({ limiter: three("default", 0), options }))()).status).toBe(500);
      for (const error of heard) expect(error).toMatchObject({ code: "HTTP_OPTION_INVALID" });
    },
  );

  it("refuses for good what costs more than a limit can ever give, whatever the request made it cost", async () => {
    const limiter = three();
    const send = await startOne({
      limiter,
      options: { cost: (request) => Number(adapter.headerOf(request, "x-items")), refundWhen: "failure" },
    });
    const response = await send("/", { headers: { "x-items": "4" } });
    expect(response.status).toBe(422);
    expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect([response.headers.has("retry-after"), response.headers.has("ratelimit")]).toEqual([false, false]);
    expect(await response.json()).toMatchObject({ type: "urn:narrows:cost-above-limit", status: 422 });
    expect([calls, await left(limiter)]).toEqual([[], 3]);
    expect((await send("/", { headers: { "x-items": "3" } })).status).toBe(200);
  });

  it("answers 503 and never 429 when the limiter fails closed", async () => {
    const send = await startOne({ limiter: failing("closed") });
    const response = await send();
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(response.headers.has("ratelimit")).toBe(false);
    expect(await response.json()).toMatchObject({ type: "urn:narrows:limiter-unavailable", status: 503 });
    expect(calls).toEqual([]);
  });

  it("lets everything pass when the limiter fails open, and makes no numbers up", async () => {
    const send = await startOne({ limiter: failing("open") });
    for (let sent = 0; sent < 4; sent++) {
      const response = await send();
      expect([response.status, response.headers.has("ratelimit")]).toEqual([200, false]);
    }
  });

  it("lets an error of an option become 500, before the handler", async () => {
    const send = await startOne({
      limiter: three(),
      options: {
        identify: () => {
          throw new Error("broken");
        },
      },
    });
    expect((await send()).status).toBe(500);
    expect(calls).toEqual([]);
  });
}
