import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { openTestServer, type TestServer } from "../harness/running-server.ts";

const environment = { BASE_URL: "http://sho.rt", DOMAINS: "go.example.com", EDGE_MAX_AGE: "300s" };
const kept = "public, max-age=0, s-maxage=300";

type Asked = { readonly method?: string; readonly host?: string };

/** fetch would send a Host of its own. */
async function follow({ port }: TestServer, path: string, { method = "GET", host = "sho.rt" }: Asked = {}) {
  const sending = request({ port, path, method, headers: { host }, agent: false }).end();
  const [answer] = (await once(sending, "response")) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode, cacheControl: answer.headers["cache-control"] };
}

async function cacheControl(server: TestServer, path: string, asked: Asked = {}): Promise<string | undefined> {
  return (await follow(server, path, asked)).cacheControl;
}

describe("Cache-Control of a redirect", () => {
  it("lets nobody keep a copy as long as EDGE_MAX_AGE is not set", async () => {
    const server = await openTestServer({ environment: { BASE_URL: "http://sho.rt" } });
    await server.create({ longUrl: "https://example.com/", alias: "abc" });
    expect(await cacheControl(server, "/abc")).toBe("private, max-age=0");
    expect(await cacheControl(server, "/abc?a=b")).toBe("private, max-age=0");
  });

  it("lets shared caches keep the canonical spelling alone", async () => {
    const server = await openTestServer({ environment });
    await server.create({ longUrl: "https://example.com/", alias: "abc" });
    await server.create({ longUrl: "https://example.com/", alias: "def", domain: "go.example.com" });
    expect(await cacheControl(server, "/abc")).toBe(kept);
    expect(await cacheControl(server, "/abc", { method: "HEAD" })).toBe(kept);
    expect(await cacheControl(server, "/def", { host: "go.example.com" })).toBe(kept);
    for (const path of ["/abc?", "/abc?utm=1", "/%61bc", "/ab%63"]) {
      expect([path, await cacheControl(server, path)]).toEqual([path, "no-store"]);
    }
    for (const host of ["sho.rt.", "SHO.RT", "127.0.0.1", "sho.rt:99"]) {
      expect([host, await cacheControl(server, "/abc", { host })]).toEqual([host, "no-store"]);
    }
  });

  it("says of no denial that it may be kept", async () => {
    const server = await openTestServer({ environment });
    await server.create({ longUrl: "https://example.com/", alias: "abc" });
    await server.send("/v1/urls/abc", { method: "DELETE" });
    expect(await cacheControl(server, "/abc")).toBe("no-store");
    expect(await cacheControl(server, "/nothing")).toBe("no-store");
  });

  it("lets no copy outlive its link, as judged at each redirect", async () => {
    const start = Date.now();
    let now = start;
    const clocks = { now: () => now, monotonicMs: () => performance.now() };
    const server = await openTestServer({ environment, clocks });
    await server.create({
      longUrl: "https://a.example/",
      alias: "abc",
      expiresAt: new Date(start + 301_000).toISOString(),
    });
    expect(await cacheControl(server, "/abc")).toBe(kept);
    now = start + 200_500;
    expect(await cacheControl(server, "/abc")).toBe("public, max-age=0, s-maxage=100");
    now = start + 300_001;
    expect(await cacheControl(server, "/abc")).toBe("no-store");
    now = start + 301_000;
    expect((await follow(server, "/abc")).status).toBe(410);
  });

  it("is refused where no host tells links apart, and hooks where there is nothing to purge", async () => {
    await expect(openTestServer({ environment: { EDGE_MAX_AGE: "300s" } })).rejects.toThrow(/EDGE_MAX_AGE.*BASE_URL/);
    await expect(openTestServer({ environment: { EDGE_PURGE_URLS: "http://127.0.0.1:1/" } })).rejects.toThrow(
      /EDGE_PURGE_URLS/,
    );
    const withPassword = { ...environment, EDGE_PURGE_URLS: "http://edge:secret@127.0.0.1:1/" };
    await expect(openTestServer({ environment: withPassword })).rejects.toThrow(/EDGE_PURGE_URLS.*EDGE_PURGE_KEY/);
  });
});

describe("Narrows-Edge-Delay", () => {
  const delayOf = async (server: TestServer, method: string) => {
    await server.create({ longUrl: "https://example.com/", alias: `a${method}` });
    const body = method === "PATCH" ? { body: { enabled: false } } : {};
    return (await server.send(`/v1/urls/a${method}`, { method, ...body })).headers.get("narrows-edge-delay");
  };

  it("says with a change how long copies may hide it, unless there are none or they are purged", async () => {
    const server = await openTestServer({ environment });
    expect([await delayOf(server, "PATCH"), await delayOf(server, "DELETE")]).toEqual(["300", "300"]);
    const purged = await openTestServer({ environment: { ...environment, EDGE_PURGE_URLS: "http://127.0.0.1:1/" } });
    expect(await delayOf(purged, "PATCH")).toBeNull();
    const uncached = await openTestServer({ environment: { BASE_URL: "http://sho.rt" } });
    expect(await delayOf(uncached, "PATCH")).toBeNull();
  });
});
