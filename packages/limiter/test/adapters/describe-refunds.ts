import { request as httpRequest } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import type { RefundWhen } from "../../src/adapters/limit-options.ts";
import type { Limiter } from "../../src/limiter.ts";
import { StoreFailure } from "../../src/store-failure.ts";
import type { Limit, Reply } from "./adapter-under-test.ts";
import { left, ok, three, type SuiteContext } from "./suite-context.ts";

/** What follows an answer may come late on a busy machine. */
const patient = { timeout: 20_000 };

/** When a request gets back what it cost. */
export function describeRefunds({ adapter, startOne }: SuiteContext): void {
  it.each<[string, NonNullable<Limit["options"]>["refundWhen"], number, number]>([
    ["never", undefined, 200, 2],
    ["on success", "success", 204, 3],
    ["on success", "success", 404, 2],
    ["on failure", "failure", 500, 3],
    ["on failure", "failure", 302, 2],
    ["by status", (status) => status === 401, 401, 3],
    ["by status", (status) => status === 401, 200, 2],
    ["by status, told later", async (status) => status === 401, 401, 3],
    ["by status, told later", async (status) => status === 401, 200, 2],
  ])("gives the cost back %s (%s): after %d there are %d left", async (_name, refundWhen, status, remaining) => {
    const limiter = three();
    const options = refundWhen === undefined ? {} : { refundWhen };
    const send = await startOne({ limiter, options }, () => ({ status, body: status === 204 ? "" : "body" }));
    await (await send("/", { redirect: "manual" })).text();
    await expect.poll(() => left(limiter), patient).toBe(remaining);
    // A second refund would show by now.
    await (await send("/", { redirect: "manual" })).text();
    await expect.poll(() => left(limiter), patient).toBe(remaining === 3 ? 3 : remaining - 1);
  });

  it("gives nothing back for a refused request", async () => {
    const limiter = three();
    const send = await startOne({ limiter, options: { refundWhen: () => true, cost: 3 } });
    limiter.checkNow({ client: "ip:127.0.0.1" });
    expect((await send()).status).toBe(429);
    expect(await left(limiter)).toBe(2);
  });

  it.each<[string, RefundWhen]>([
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
    ["rejects", () => Promise.reject(new Error("broken"))],
  ])("gives nothing back when refundWhen %s, tells onError and goes on", async (_name, refundWhen) => {
    const limiter = three();
    const heard: unknown[] = [];
    const send = await startOne({ limiter, options: { refundWhen, onError: (error) => heard.push(String(error)) } });
    expect(await (await send()).text()).toBe("hello");
    await expect.poll(() => heard, patient).toEqual(["Error: broken"]);
    expect([(await send()).status, await left(limiter)]).toEqual([200, 1]);
  });

  it("tells onError of a refund that fails, and goes on", async () => {
    const limiter = { ...three(), refund: () => Promise.reject(new StoreFailure("STORE_DEADLINE", "It is slow.")) };
    const heard: unknown[] = [];
    const onError = async (error: unknown) => {
      heard.push(String(error));
      throw new Error("of the hook");
    };
    const send = await startOne({ limiter, options: { refundWhen: "success", onError } });
    expect(await (await send()).text()).toBe("hello");
    await expect.poll(() => heard, patient).toEqual(["StoreFailure: It is slow."]);
    expect((await send()).status).toBe(200);
  });

  it("lets a handler's error become 500, and counts it as a failure", async () => {
    const limiter = three();
    const send = await startOne({ limiter, options: { refundWhen: "failure" } }, () => {
      throw new Error("broken");
    });
    expect((await send()).status).toBe(500);
    await expect.poll(() => left(limiter), patient).toBe(3);
  });

  /** Limits a request whose client hangs up as soon as the handler has it; the handler answers when it is told to. */
  const hangUp = async (...limits: readonly Limit[]) => {
    const reached = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<Reply>();
    const app = await adapter.start({
      limits,
      handler: () => {
        reached.resolve();
        return answered.promise;
      },
    });
    onTestFinished(app.close);
    const request = httpRequest(app.url).end();
    request.once("error", () => {});
    await reached.promise;
    request.destroy();
    return { app, answered };
  };

  it.each(["failure", "success"] as const)("gives nothing back on %s to a client that hangs up", async (refundWhen) => {
    const statuses: number[] = [];
    const watch = { limiter: three("watch"), options: { refundWhen: (status: number) => statuses.push(status) < 0 } };
    const refunded: number[] = [];
    const refund: Limiter["refund"] = async (_scope, { remaining }) => void refunded.push(remaining);
    const { app, answered } = await hangUp(watch, { limiter: { ...three(), refund }, options: { refundWhen } });
    await expect.poll(() => statuses, patient).toEqual([499]);
    answered.resolve({ status: 500, body: "" });
    for (let i = 0; i < 2; i += 1) await (await fetch(app.url)).text();
    // Those two did not hang up; the first, which left 2, would stand before them.
    await expect.poll(() => [statuses.length, refunded], patient).toEqual([3, refundWhen === "failure" ? [1, 0] : []]);
  });

  it("tells refundWhen of a client that went away as status 499, once", async () => {
    const limiter = three();
    const statuses: number[] = [];
    const options = { refundWhen: (status: number) => statuses.push(status) === 1 };
    const { app, answered } = await hangUp({ limiter, options });
    await expect.poll(() => statuses, patient).toEqual([499]);
    await expect.poll(() => left(limiter), patient).toBe(3);
    answered.resolve(ok);
    await (await fetch(app.url)).text();
    // What the first handler answered in the end is not counted again.
    await expect.poll(() => statuses, patient).toEqual([499, 200]);
  });
}
