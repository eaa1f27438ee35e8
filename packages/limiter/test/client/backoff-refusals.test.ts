import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchWithBackoff, type BackoffOptions } from "../../src/client/fetch-with-backoff.ts";
import { watchRejections } from "../watch-rejections.ts";
import { countingFetch, fakeTime, serve } from "./backoff-under-test.ts";

afterEach(() => vi.unstubAllGlobals());

describe("fetchWithBackoff", () => {
  it("refuses an option that there is not, and names those that there are", async () => {
    const message = /^fetchWithBackoff: There is no option `retries`, but maxAttempts, budgetMs, .*fetch\.$/;
    await expect(fetchWithBackoff("http://x/", {}, { retries: 9 } as never)).rejects.toMatchObject({
      code: "BACKOFF_OPTION_INVALID",
      attempts: 0,
      message: expect.stringMatching(message),
    });
  });

  const wrongOptions: readonly (readonly [string, readonly unknown[]])[] = [
    ["maxAttempts", [0, 1.5, 5n, "5", null, Symbol("s")]],
    ["budgetMs", [-1, Number.NaN, 2 ** 31, 5n, "5", null, Symbol("s")]],
    ["jitter", [-0.1, 1n, "", null, [], Symbol("s")]],
    ["baseMs", [-1, Infinity, 1n, null, true]],
    ["repeatUnsafe", [1, "no", null, {}]],
    ["signal", [5, null, {}, new AbortController()]],
    ["random", [0.5, null]],
    ["sleep", [5, null, Promise.resolve()]],
    ["now", [5, null]],
    ["fetch", [5, null, "fetch"]],
  ];
  it.each(wrongOptions.flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    "refuses a wrong option, and sends nothing: %s %o",
    async (name, value) => {
      const { asked, send } = countingFetch();
      await expect(fetchWithBackoff("http://x/", {}, { fetch: send, [name]: value })).rejects.toMatchObject({
        name: "BackoffError",
        code: "BACKOFF_OPTION_INVALID",
        attempts: 0,
        message: expect.stringMatching(new RegExp(`^fetchWithBackoff: \`${name}\` is .+, not .+\\.$`)),
      });
      expect(asked()).toBe(0);
    },
  );

  it.each([null, 5, 5n, "fast", Symbol("s"), [[]], () => {}, true])(
    "refuses options that are none: %o",
    async (options) => {
      await expect(fetchWithBackoff("http://x/", {}, options as never)).rejects.toMatchObject({
        code: "BACKOFF_OPTION_INVALID",
        attempts: 0,
      });
    },
  );

  it("takes an option that is undefined as one that is left out", async () => {
    const options = Object.fromEntries(wrongOptions.map(([name]) => [name, undefined]));
    const { send } = countingFetch();
    expect(await (await fetchWithBackoff("http://x/", {}, { ...options, fetch: send })).text()).toBe("ok");
  });

  const malformed: readonly (readonly [string, string, unknown])[] = [
    ["an address that is none", "not a url", {}],
    ["a relative address where nothing says to what", "/orders", {}],
    ["an address with a password", "http://a:b@x/", {}],
    ["a method that is none", "http://x/", { method: "GET\r\n" }],
    ["a header that is none", "http://x/", { headers: { "a b": "c" } }],
    ["a GET with a body", "http://x/", { body: "x" }],
    ["a signal that is none", "http://x/", { signal: 5 }],
    ["no object", "http://x/", 5],
  ];
  it.each(malformed)("refuses a request of %s once, and sends nothing: %s %o", async (_name, input, init) => {
    const { asked, send } = countingFetch();
    vi.stubGlobal("fetch", send);
    const { waits, time } = fakeTime();
    await expect(fetchWithBackoff(input, init as RequestInit, time)).rejects.toMatchObject({
      name: "BackoffError",
      code: "BACKOFF_REQUEST_INVALID",
      attempts: 0,
      cause: expect.any(TypeError),
    });
    expect([asked(), waits]).toEqual([0, []]);
  });

  it("leaves a relative address to a fetch of your own, which may know to what", async () => {
    const inputs: unknown[] = [];
    const send = async (input: unknown) => (inputs.push(input), new Response("ok"));
    await fetchWithBackoff("/orders", {}, { fetch: send });
    expect(inputs).toEqual(["/orders"]);
    const wrong = fetchWithBackoff("/orders", { headers: { "a b": "c" } }, { fetch: send });
    await expect(wrong).rejects.toMatchObject({ code: "BACKOFF_REQUEST_INVALID" });
  });

  it("leaves a body unread that it only looks at", async () => {
    const { url, seen } = await serve([{ status: 200 }]);
    const stream = { method: "PUT", body: new Blob(["stream"]).stream(), duplex: "half" } as RequestInit;
    await fetchWithBackoff(url, stream, fakeTime().time);
    const request = new Request(url, { method: "PUT", body: "request" });
    await fetchWithBackoff(request, { headers: { a: "b" } }, fakeTime().time);
    expect(seen.map(({ body }) => body)).toEqual(["stream", "request"]);
  });

  it.each<[string, () => Promise<void>]>([
    ["rejects", () => Promise.reject(new TypeError("locked"))],
    ["never ends", () => new Promise(() => {})],
    [
      "throws",
      () => {
        throw new TypeError("locked");
      },
    ],
  ])("comes back although giving up the body of a refusal %s", async (_name, cancel) => {
    const rejections = watchRejections();
    const refusal = new Response("wait", { status: 503 });
    Object.assign(refusal.body ?? {}, { cancel });
    const replies = [refusal, new Response("ok")];
    const send = async () => replies.shift() ?? Response.error();
    const response = await fetchWithBackoff("http://x/", {}, { ...fakeTime().time, fetch: send });
    expect(await response.text()).toBe("ok");
    expect(await rejections()).toEqual([]);
  });

  const reasons = [new Error("enough"), "enough", 5, null, { why: "enough" }];
  it.each(reasons)("rejects with the very reason of a signal, whenever that is aborted: %o", async (reason) => {
    const limitedOnce = async () => new Response(null, { status: 503 });
    const when: Record<string, (controller: AbortController) => BackoffOptions> = {
      before: (controller) => (controller.abort(reason), { fetch: limitedOnce }),
      "during an attempt": (controller) => ({
        fetch: async () => {
          controller.abort(reason);
          throw new TypeError("its own words for it");
        },
      }),
      "during a wait": (controller) => ({
        fetch: async () => (setImmediate(() => controller.abort(reason)), limitedOnce()),
      }),
      "during a wait of its own": (controller) => ({
        fetch: limitedOnce,
        sleep: async () => {
          controller.abort(reason);
          throw new TypeError("its own words for it");
        },
      }),
      "during a wait that takes no notice": (controller) => ({
        fetch: limitedOnce,
        sleep: async () => controller.abort(reason),
      }),
    };
    for (const [name, optionsOf] of Object.entries(when)) {
      const controller = new AbortController();
      const outcome = fetchWithBackoff("http://x/", {}, { signal: controller.signal, ...optionsOf(controller) });
      const thrown = await outcome.then(
        () => "a response",
        (error: unknown) => error,
      );
      expect(thrown, name).toBe(reason);
    }
  });
});
