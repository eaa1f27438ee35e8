import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fetchWithBackoff } from "../../src/client/fetch-with-backoff.ts";
import { fakeTime, serve, type Reply } from "./backoff-under-test.ts";

const limited: Reply = { status: 429, headers: { "Retry-After": "2" } };

describe("fetchWithBackoff", () => {
  it("waits as long as it is told and comes back", async () => {
    const { url, seen } = await serve([limited, { status: 503, headers: { "Retry-After": "1" } }, { status: 200 }]);
    const { waits, time } = fakeTime();
    const response = await fetchWithBackoff(url, {}, time);
    expect([response.status, await response.text()]).toEqual([200, "ok"]);
    expect(waits).toEqual([2_000, 1_000]);
    expect(seen).toHaveLength(3);
  });

  it("adds jitter on top, so that it is never earlier than told", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 50 }),
        async (chance, seconds) => {
          const { waits, time } = fakeTime();
          const replies = [
            new Response(null, { status: 429, headers: { "retry-after": String(seconds) } }),
            new Response("ok"),
          ];
          const send = async () => replies.shift() ?? Response.error();
          await fetchWithBackoff("http://x/", {}, { ...time, random: () => chance, jitter: 0.2, fetch: send });
          expect(waits[0]).toBeGreaterThanOrEqual(Math.max(seconds * 1_000, 500));
          expect(waits[0]).toBeLessThanOrEqual(Math.max(seconds * 1_200, 600) + 1);
        },
      ),
      { seed: 7 },
    );
  });

  it("doubles its waits where nothing is told", async () => {
    const { url } = await serve([{ status: 503 }]);
    const { waits, time } = fakeTime();
    const response = await fetchWithBackoff(url, {}, { ...time, maxAttempts: 4, baseMs: 100 });
    expect(response.status).toBe(503);
    expect(waits).toEqual([100, 200, 400]);
  });

  it.each<[string, Record<string, string>]>([
    ["no seconds", { "Retry-After": "0" }],
    ["a time that is over", { "Retry-After": "Sun, 01 Mar 2026 11:00:00 GMT", Date: "Sun, 01 Mar 2026 12:00:00 GMT" }],
    ["no seconds of a limit", { RateLimit: '"default";r=0;t=0' }],
  ])("doubles its waits where it is told %s, and spares a server that fails", async (_name, headers) => {
    const { url } = await serve([{ status: 503, headers }]);
    const { waits, time } = fakeTime();
    await fetchWithBackoff(url, {}, { ...time, maxAttempts: 4, baseMs: 100 });
    expect(waits).toEqual([100, 200, 400]);
  });

  it("waits longer than told where it has been refused again and again", async () => {
    const { url } = await serve([{ status: 429, headers: { "Retry-After": "1" } }]);
    const { waits, time } = fakeTime();
    await fetchWithBackoff(url, {}, { ...time, maxAttempts: 5 });
    expect(waits).toEqual([1_000, 1_000, 2_000, 4_000]);
  });

  it("gives the last response when attempts are used up, its body unread", async () => {
    const { url, seen } = await serve([
      { ...limited, body: "first" },
      { ...limited, body: "second" },
    ]);
    const response = await fetchWithBackoff(url, {}, { ...fakeTime().time, maxAttempts: 2 });
    expect([response.status, await response.text(), seen.length]).toEqual([429, "second", 2]);
  });

  it("gives the response at once when the wait would outlast the budget", async () => {
    const { url, seen } = await serve([{ status: 429, headers: { "Retry-After": "200" } }]);
    const { waits, time } = fakeTime();
    const response = await fetchWithBackoff(url, {}, { ...time, budgetMs: 500_000 });
    expect([response.status, waits, seen.length]).toEqual([429, [200_000, 200_000], 3]);
  });

  it.each([200, 304, 400, 404, 500, 502])("does not repeat what ends with %d", async (status) => {
    const { url, seen } = await serve([{ status }]);
    expect((await fetchWithBackoff(url, {}, fakeTime().time)).status).toBe(status);
    expect(seen).toHaveLength(1);
  });

  it.each([
    ["GET", {}, 2],
    ["PUT", { body: "x" }, 2],
    ["DELETE", {}, 2],
    ["POST", { body: "x" }, 1],
    ["PATCH", { body: "x" }, 1],
  ])("sends %s %j %d times", async (method, init, times) => {
    const { url, seen } = await serve([limited, { status: 200 }]);
    await fetchWithBackoff(url, { method, ...init }, fakeTime().time);
    expect(seen.map((one) => one.method)).toEqual(Array.from({ length: times }, () => method));
  });

  it.each([
    ["a text", () => "body"],
    ["bytes", () => new TextEncoder().encode("body")],
    ["a blob", () => new Blob(["body"])],
    ["a form", () => new URLSearchParams({ body: "" })],
  ])("sends %s again when asked to repeat a POST", async (_name, body) => {
    const { url, seen } = await serve([limited, { status: 200 }]);
    await fetchWithBackoff(url, { method: "POST", body: body() }, { ...fakeTime().time, repeatUnsafe: true });
    expect(seen).toHaveLength(2);
    expect(seen[1]?.body).toBe(seen[0]?.body);
    expect(seen[1]?.body).toContain("body");
  });

  it("sends a stream once, even when asked to repeat", async () => {
    const { url, seen } = await serve([limited, { status: 200 }]);
    const init = { method: "PUT", body: new Blob(["body"]).stream(), duplex: "half" } as RequestInit;
    expect((await fetchWithBackoff(url, init, { ...fakeTime().time, repeatUnsafe: true })).status).toBe(429);
    expect(
      (await fetchWithBackoff(new Request(url, { method: "PUT", body: "body" }), {}, fakeTime().time)).status,
    ).toBe(200);
    expect(seen).toHaveLength(2);
  });

  it("repeats a Request without a body", async () => {
    const { url, seen } = await serve([limited, { status: 200 }]);
    expect((await fetchWithBackoff(new Request(url), {}, fakeTime().time)).status).toBe(200);
    expect(seen).toHaveLength(2);
  });

  it("repeats what found no connection, and throws the last failure", async () => {
    const { url, close } = await serve([limited]);
    await close();
    const { waits, time } = fakeTime();
    await expect(fetchWithBackoff(url, {}, { ...time, maxAttempts: 3 })).rejects.toMatchObject({
      name: "BackoffError",
      code: "BACKOFF_NO_RESPONSE",
      attempts: 3,
      message: "No response after 3 attempts: fetch failed",
      cause: expect.any(TypeError),
    });
    expect(waits).toEqual([500, 1_000]);
  });

  it("tells how often it tried when the next wait would outlast the budget", async () => {
    const send = async () => Promise.reject(new Error("no route"));
    const { waits, time } = fakeTime();
    const options = { ...time, fetch: send, budgetMs: 2_000 };
    await expect(fetchWithBackoff("http://x/", {}, options)).rejects.toMatchObject({
      code: "BACKOFF_NO_RESPONSE",
      attempts: 3,
      message: "No response after 3 attempts: no route",
    });
    expect(waits).toEqual([500, 1_000]);
  });

  it("says so in the singular of what it may send once only", async () => {
    const send = async () => Promise.reject(new Error("no route"));
    const outcome = fetchWithBackoff("http://x/", { method: "POST" }, { ...fakeTime().time, fetch: send });
    await expect(outcome).rejects.toMatchObject({ attempts: 1, message: "No response after 1 attempt: no route" });
  });

  it.each(["the option", "the init", "the Request"])(
    "ends a wait at once when the signal of %s is aborted",
    async (where) => {
      const { url, seen } = await serve([{ status: 429, headers: { "Retry-After": "50" } }]);
      const controller = new AbortController();
      const { signal } = controller;
      const outcome = fetchWithBackoff(
        where === "the Request" ? new Request(url, { signal }) : url,
        where === "the init" ? { signal } : {},
        {
          ...(where === "the option" ? { signal } : {}),
          fetch: async (input, init) => {
            const response = await fetch(input, init);
            setImmediate(() => controller.abort(new Error("enough")));
            return response;
          },
        },
      );
      await expect(outcome).rejects.toThrow("enough");
      expect(seen).toHaveLength(1);
    },
  );

  it("sends nothing when the signal is aborted already", async () => {
    const { url, seen } = await serve([{ status: 200 }]);
    await expect(fetchWithBackoff(url, {}, { signal: AbortSignal.abort(new Error("never")) })).rejects.toThrow("never");
    expect(seen).toHaveLength(0);
  });

  it("does not even ask fetch then, which may not look at the signal", async () => {
    let asked = 0;
    const send = async () => (asked++, new Response("ok"));
    const options = { signal: AbortSignal.abort(new Error("never")), fetch: send };
    await expect(fetchWithBackoff("http://x/", {}, options)).rejects.toThrow("never");
    expect(asked).toBe(0);
  });

  it("sends once what may be sent once", async () => {
    const { url, seen } = await serve([limited]);
    expect((await fetchWithBackoff(url, {}, { maxAttempts: 1 })).status).toBe(429);
    expect(seen).toHaveLength(1);
  });

  it("ends an attempt that outlasts the budget", async () => {
    const never = async (_input: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
      });
    await expect(fetchWithBackoff("http://x/", {}, { fetch: never, budgetMs: 20 })).rejects.toMatchObject({
      code: "BACKOFF_BUDGET_USED",
      attempts: 1,
      message: "The budget of 20 ms ended after 1 attempt, the last of which had no answer yet.",
    });
  });
});
