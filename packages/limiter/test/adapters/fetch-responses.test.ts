import { beforeEach, describe, expect, it } from "vitest";
import { withLimit } from "../../src/adapters/fetch.ts";
import { createLimiter } from "../../src/create-limiter.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { forgetWarnings } from "../../src/warnings.ts";

const limiterOf = (limit = 3) =>
  createLimiter({
    policy: { name: "default", algorithm: "fixed-window", limit, windowMs: 3_600_000 },
    store: memoryStore({ clock: () => 1_800_000_000_000_000 }),
  });
const remoteAddress = () => "203.0.113.7";
const client = { client: "ip:203.0.113.7" };
const url = "http://localhost/";

/** Three chunks, each made when it is asked for. */
function chunks(fails = false): ReadableStream<Uint8Array> {
  let left = 3;
  return new ReadableStream(
    {
      pull(controller) {
        if (left-- > 0) return controller.enqueue(new TextEncoder().encode("x"));
        return fails ? controller.error(new Error("broken")) : controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

describe("withLimit of a fetch handler", () => {
  beforeEach(forgetWarnings);

  it("passes on what comes after the request", async () => {
    const limited = withLimit(
      limiterOf(),
      (_request: Request, environment: { readonly word: string }) => new Response(environment.word),
      {
        remoteAddress: (_request, { word }) => word,
      },
    );
    expect(await (await limited(new Request(url), { word: "203.0.113.9" })).text()).toBe("203.0.113.9");
  });

  it("tells limits on responses whose headers are immutable", async () => {
    const limited = withLimit(limiterOf(), () => Response.redirect("http://elsewhere/"), { remoteAddress });
    const { status, headers } = await limited(new Request(url));
    expect([status, headers.get("location"), headers.get("ratelimit")]).toEqual([
      302,
      "http://elsewhere/",
      '"default";r=2;t=3600',
    ]);
  });

  it("leaves a response alone that the handler gives many times", async () => {
    const always = new Response(null, { status: 204 });
    const limited = withLimit(limiterOf(), () => always, { remoteAddress });
    await limited(new Request(url));
    expect((await limited(new Request(url))).headers.get("ratelimit")).toBe('"default";r=1;t=3600');
    expect(always.headers.has("ratelimit")).toBe(false);
  });

  it("passes a change of protocol on as it is", async () => {
    const upgrade = Object.defineProperty(new Response(null), "status", { value: 101 });
    expect(await withLimit(limiterOf(), () => upgrade, { remoteAddress })(new Request(url))).toBe(upgrade);
  });

  it("counts requests without an address as one client, and warns", async () => {
    const codes: string[] = [];
    const limiter = limiterOf(1);
    const limited = withLimit(limiter, () => new Response("ok"), { onWarning: ({ code }) => codes.push(code) });
    expect((await limited(new Request(url))).status).toBe(200);
    expect((await limited(new Request(url))).status).toBe(429);
    expect(limiter.peekNow({ client: "anonymous" }).remaining).toBe(0);
    expect(codes).toEqual(["ADDRESS_MISSING"]);
  });

  it("neither charges nor handles a request without an address whose client is gone", async () => {
    const limiter = limiterOf();
    const handled: Request[] = [];
    const options = { onWarning: () => {} };
    const limited = withLimit(limiter, (request) => (handled.push(request), new Response("ok")), options);
    const response = await limited(new Request(url, { signal: AbortSignal.abort() }));
    expect([response.status, handled, limiter.peekNow({ client: "anonymous" }).remaining]).toEqual([499, [], 3]);
  });

  describe("with a refund", () => {
    const withRefund = (body: () => ReadableStream<Uint8Array>) => {
      const limiter = limiterOf();
      const statuses: number[] = [];
      const work: Promise<void>[] = [];
      const limited = withLimit(limiter, () => new Response(body(), { status: 206, headers: { "x-own": "1" } }), {
        remoteAddress,
        refundWhen: (status) => statuses.push(status) > 0,
        waitUntil: (promise) => work.push(promise),
      });
      return { limited, statuses, left: async () => (await Promise.all(work), limiter.peekNow(client).remaining) };
    };

    it("waits for the end of the body, and keeps it as it is", async () => {
      const { limited, statuses, left } = withRefund(chunks);
      const response = await limited(new Request(url));
      expect([response.status, response.headers.get("x-own"), statuses, await left()]).toEqual([206, "1", [], 2]);
      expect(await response.text()).toBe("xxx");
      expect([statuses, await left()]).toEqual([[206], 3]);
    });

    it("counts a body that breaks off as a failure", async () => {
      const { limited, statuses } = withRefund(() => chunks(true));
      await expect((await limited(new Request(url))).text()).rejects.toThrow("broken");
      expect(statuses).toEqual([499]);
    });

    it("counts a body that nobody wants any more as a failure, and cancels it", async () => {
      const cancelled: unknown[] = [];
      const { limited, statuses } = withRefund(
        () => new ReadableStream({ cancel: (reason) => void cancelled.push(reason) }),
      );
      await (await limited(new Request(url))).body?.cancel("gone");
      expect([statuses, cancelled]).toEqual([[499], ["gone"]]);
    });

    it("counts a client that goes away within the body as a failure, once", async () => {
      const { limited, statuses } = withRefund(chunks);
      const gone = new AbortController();
      const response = await limited(new Request(url, { signal: gone.signal }));
      gone.abort();
      await response.text();
      expect(statuses).toEqual([499]);
    });

    it("counts a client that was gone before the handler as a failure", async () => {
      const { limited, statuses } = withRefund(chunks);
      await (await limited(new Request(url, { signal: AbortSignal.abort() }))).text();
      expect(statuses).toEqual([499]);
    });
  });

  it.each(["the end of the body", "the client's going away"])(
    "survives a waitUntil that throws at %s, and tells onError",
    async (when) => {
      const heard: unknown[] = [];
      const gone = new AbortController();
      const limited = withLimit(limiterOf(), () => new Response("ok"), {
        remoteAddress,
        refundWhen: "success",
        onError: (error) => heard.push(String(error)),
        waitUntil: () => {
          throw new Error("over");
        },
      });
      const response = await limited(new Request(url, { signal: gone.signal }));
      if (when === "the end of the body") expect(await response.text()).toBe("ok");
      else gone.abort();
      await expect.poll(() => heard, { timeout: 20_000 }).toEqual(["Error: over"]);
    },
  );
});
