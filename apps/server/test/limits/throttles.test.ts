import { writeFile } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import type { Answer } from "../harness/running-server.ts";
import { behindProxy, from, onePolicy, openLimitedServer, type LimitedServer } from "./limited-server.ts";

/** Five at once, then one each ten seconds. */
const five = { algorithm: "token-bucket", capacity: 5, refill: 1, every: "10s" };
const unknownCodes = onePolicy({ name: "unknown", for: "unknown-code", per: "address", ...five });
const wrongKeys = onePolicy({ name: "wrong", for: "wrong-key", per: "address", ...five });

const body = { longUrl: "https://example.com/", alias: "known" };

async function follow(server: LimitedServer, code: string, address: string, accept = "*/*"): Promise<Answer> {
  return server.send(`/${code}`, { key: null, headers: { ...from(address).headers, accept } });
}

async function guess(server: LimitedServer, count: number, address: string): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent += 1) statuses.push((await follow(server, `guess${sent}`, address)).status);
  return statuses;
}

describe("an address that asks for many unknown codes", () => {
  it("is refused every link, also those that exist, so that it learns nothing more", async () => {
    const server = await openLimitedServer(unknownCodes, behindProxy);
    await server.create(body);
    expect(await guess(server, 7, "192.0.2.1")).toEqual([404, 404, 404, 404, 404, 429, 429]);
    const refused = await follow(server, "known", "192.0.2.1");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(refused.headers.get("cache-control")).toBe("no-store");
    expect(refused.json()).toMatchObject({ code: "RATE_LIMITED", "violated-policies": ["unknown"], retry_after: 10 });
    expect(refused.text).not.toContain("guess");
  });

  it("can follow links again at the very instant that it was told, and guess once", async () => {
    const server = await openLimitedServer(unknownCodes, behindProxy);
    await server.create(body);
    await guess(server, 5, "192.0.2.1");
    server.pass(9_999);
    const early = await follow(server, "known", "192.0.2.1");
    expect([early.status, early.headers.get("retry-after")]).toEqual([429, "1"]);
    server.pass(1);
    expect((await follow(server, "known", "192.0.2.1")).status).toBe(302);
    expect(await guess(server, 1, "192.0.2.1")).toEqual([404]);
    const tooMany = await follow(server, "guess", "192.0.2.1");
    expect([tooMany.status, tooMany.json()]).toMatchObject([
      429,
      { "violated-policies": ["unknown"], retry_after: 10 },
    ]);
  });

  it("keeps nobody else from theirs, but for the rest of its IPv6 network", async () => {
    const server = await openLimitedServer(unknownCodes, behindProxy);
    await server.create(body);
    await guess(server, 5, "2001:db8::1");
    expect((await follow(server, "known", "2001:db8::2")).status).toBe(429);
    expect((await follow(server, "known", "2001:db8:0:1::1")).status).toBe(302);
    expect((await follow(server, "known", "192.0.2.1")).status).toBe(302);
    expect((await server.send("/v1/urls", from("2001:db8::1"))).status).toBe(200);
  });

  it("cannot begin anew with another X-Forwarded-For where no proxy is trusted", async () => {
    const server = await openLimitedServer(unknownCodes);
    const statuses: number[] = [];
    for (let last = 1; last <= 6; last += 1) statuses.push((await follow(server, "none", `192.0.2.${last}`)).status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
  });

  it.each([
    ["ko", "없는 주소를 너무 많이 요청했습니다", "약 21분 뒤에 이 페이지를 새로 고쳐 주세요."],
    ["en", "Too many addresses were tried", "Load this page again in about 21 minutes."],
  ])("shows people a page that says in their language when to come back (%s)", async (language, title, mend) => {
    const slow = onePolicy({ name: "slow", for: "unknown-code", per: "address", ...five, every: "1234s" });
    const server = await openLimitedServer(slow, behindProxy);
    await guess(server, 5, "192.0.2.1");
    const headers = { ...from("192.0.2.1").headers, accept: "text/html", "accept-language": language };
    const page = await server.send("/known", { key: null, headers });
    expect([page.status, page.headers.get("retry-after")]).toEqual([429, "1234"]);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.text).toContain(title);
    expect(page.text).toContain(mend);
  });

  it("is told of the links that are deleted without being charged: they are no guesses", async () => {
    const server = await openLimitedServer(unknownCodes, behindProxy);
    await server.create(body);
    await server.send("/v1/urls/known", { method: "DELETE" });
    for (let sent = 0; sent < 8; sent += 1) expect((await follow(server, "known", "192.0.2.1")).status).toBe(410);
  });

  it("is let go when the limit is taken away", async () => {
    const server = await openLimitedServer(unknownCodes, behindProxy);
    await guess(server, 6, "192.0.2.1");
    await writeFile(server.policiesFile, "policies: []\n");
    await vi.waitFor(async () => expect((await follow(server, "none", "192.0.2.1")).status).toBe(404), {
      timeout: 60_000,
      interval: 50,
    });
  });

  it("is counted in the metrics", async () => {
    const server = await openLimitedServer(unknownCodes, behindProxy);
    await guess(server, 8, "192.0.2.1");
    const { text } = await server.send("/metrics");
    expect(text).toContain('narrows_limit_decisions_total{purpose="unknown-code",outcome="allowed"} 5');
    expect(text).toContain('narrows_limit_decisions_total{purpose="unknown-code",outcome="refused"} 3');
    expect(text).toContain('narrows_throttled_addresses{purpose="unknown-code"} 1');
    expect(text).toContain('narrows_redirects_total{status="429"} 3');
  });
});

describe("an address that sends many wrong keys", () => {
  const send = async (server: LimitedServer, address: string, key?: string) =>
    server.send("/v1/urls", { ...from(address), ...(key === undefined ? {} : { key }) });

  it("must wait with a wrong one, and nobody there with a right one", async () => {
    const server = await openLimitedServer(wrongKeys, behindProxy);
    for (let sent = 0; sent < 5; sent += 1) expect((await send(server, "192.0.2.1", `nrw_${sent}`)).status).toBe(401);
    const wrong = await send(server, "192.0.2.1", "nrw_more");
    expect([wrong.status, wrong.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(wrong.json()).toMatchObject({ code: "RATE_LIMITED", "violated-policies": ["wrong"], retry_after: 10 });
    expect((await send(server, "192.0.2.1")).status).toBe(200);
    expect((await send(server, "192.0.2.2", "nrw_more")).status).toBe(401);
    server.pass(10_000);
    expect((await send(server, "192.0.2.1", "nrw_more")).status).toBe(401);
    expect((await send(server, "192.0.2.1", "nrw_more")).status).toBe(429);
    expect((await send(server, "192.0.2.1")).status).toBe(200);
  });

  it("is counted wherever a key can be sent, and follows links as before", async () => {
    const server = await openLimitedServer(wrongKeys, behindProxy);
    await server.create(body);
    for (let sent = 0; sent < 5; sent += 1) {
      const wrong = { ...from("192.0.2.1"), key: "nrw_wrong" };
      expect((await server.send("/readyz", wrong)).status).toBe(401);
    }
    expect((await send(server, "192.0.2.1", "nrw_wrong")).status).toBe(429);
    expect((await server.send("/readyz", { ...from("192.0.2.1"), key: null })).status).toBe(200);
    expect((await follow(server, "known", "192.0.2.1")).status).toBe(302);
  });
});
