import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { left, three, type SuiteContext } from "./suite-context.ts";

/** Whom a request is counted for. */
export function describeScopes({ adapter, warnings, startOne }: SuiteContext): void {
  it("meets a rotated X-Forwarded-For with 429, and warns of it once", async () => {
    const send = await startOne({ limiter: three() });
    const statuses: number[] = [];
    for (const last of [1, 2, 3, 4, 5]) {
      statuses.push((await send("/", { headers: { "X-Forwarded-For": `203.0.113.${last}` } })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(warnings).toEqual(["PROXY_HEADER_UNTRUSTED"]);
  });

  it("tells clients behind a trusted proxy apart, however they begin the header", async () => {
    const limiter = three("default", 1);
    const send = await startOne({ limiter, options: { trustedProxies: ["127.0.0.0/8"] } });
    const from = async (forwardedFor: string) =>
      (await send("/", { headers: { "X-Forwarded-For": forwardedFor } })).status;
    expect(await from("203.0.113.7")).toBe(200);
    expect(await from("203.0.113.8")).toBe(200);
    expect(await from("6.6.6.6, 203.0.113.7")).toBe(429);
    expect(await left(limiter, "ip:203.0.113.7")).toBe(0);
    expect(warnings).toEqual([]);
  });

  it("meets a quote left open in Forwarded with 429, in whatever line the proxy appends its own", async () => {
    const options = { trustedProxies: ["127.0.0.0/8"], forwardedHeader: "forwarded" } as const;
    const { url } = await startOne({ limiter: three("default", 1), options });
    const forged = [1, 2, 3].map((last) => `for=9.9.9.${last};x="`);
    const statuses: number[] = [];
    for (const open of forged) statuses.push(await statusOf(url, [open, 'for="203.0.113.7:80"']));
    for (const open of forged) statuses.push(await statusOf(url, [`${open}, for=203.0.113.7`]));
    expect(statuses).toEqual([200, 429, 429, 429, 429, 429]);
  });

  it("counts by what a client authenticated as", async () => {
    const limiter = three("default", 1);
    const identify = (request: unknown) => adapter.headerOf(request, "x-key");
    const send = await startOne({ limiter, options: { identify } });
    expect((await send("/", { headers: { "x-key": "a" } })).status).toBe(200);
    expect((await send("/", { headers: { "x-key": "a" } })).status).toBe(429);
    expect((await send("/", { headers: { "x-key": "b" } })).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect(await left(limiter, "id:a")).toBe(0);
  });

  it.each([null, undefined])("counts whom identify answers %s for by the address", async (nobody) => {
    const limiter = three();
    const send = await startOne({ limiter, options: { identify: async () => nobody } });
    expect((await send()).status).toBe(200);
    expect([await left(limiter, "id:null"), await left(limiter)]).toEqual([3, 2]);
  });

  it("passes on as an error what identify answers that is no text, before the handler", async () => {
    const limiter = three();
    const identify = () => 42 as unknown as string;
    expect((await (await startOne({ limiter, options: { identify } }))()).status).toBe(500);
    expect([await left(limiter, "id:42"), await left(limiter)]).toEqual([3, 3]);
  });

  it("takes scope, route and cost from the request", async () => {
    const byRoute = three();
    const cost = async (request: unknown) => Number(adapter.headerOf(request, "x-cost"));
    const send = await startOne({ limiter: byRoute, options: { route: () => "search", cost } });
    await send("/", { headers: { "x-cost": "2" } });
    expect((await byRoute.peek({ client: "ip:127.0.0.1", route: "search" })).remaining).toBe(1);
    const byScope = three();
    const scope = (request: unknown, client: string) => ({ tenant: adapter.headerOf(request, "x-tenant"), client });
    await (
      await startOne({ limiter: byScope, options: { scope } })
    )("/", { headers: { "x-tenant": "t" } });
    expect((await byScope.peek({ tenant: "t", client: "ip:127.0.0.1" })).remaining).toBe(2);
  });
}

/** What a request gets whose header Forwarded has so many lines. */
async function statusOf(url: string, Forwarded: string[]): Promise<number> {
  const [response] = (await once(get(url, { headers: { Forwarded }, agent: false }), "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}
