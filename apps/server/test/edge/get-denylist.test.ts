import { describe, expect, it } from "vitest";
import { openTestServer } from "../harness/running-server.ts";

const environment = { BASE_URL: "http://sho.rt", DOMAINS: "go.example.com", EDGE_MAX_AGE: "300s" };

describe("GET /v1/denylist", () => {
  it("names what was changed, by host name, and answers who waits as soon as something is", async () => {
    const clocks = { now: () => Date.UTC(2030, 0, 1), monotonicMs: () => performance.now() };
    const server = await openTestServer({ environment, clocks });
    await server.create({ longUrl: "https://example.com/", alias: "abc" });
    await server.create({ longUrl: "https://example.com/", alias: "def", domain: "go.example.com" });
    const first = await server.send("/v1/denylist");
    expect(first.json()).toMatchObject({ rows: [], position: "0", isComplete: false, isUpToDate: true });
    expect(first.headers.get("cache-control")).toBe("no-store");

    const waiting = server.send("/v1/denylist?since=0&waitMs=10000");
    await server.send("/v1/urls/abc", { method: "PATCH", body: { longUrl: "https://example.com/2" } });
    expect((await waiting).json()).toMatchObject({
      rows: [{ domain: "sho.rt", code: "abc", action: "bypass", denyAt: null }],
      position: "1",
      isComplete: true,
    });

    await server.send("/v1/urls/def?domain=go.example.com", { method: "DELETE" });
    const last = (await server.send("/v1/denylist?since=1")).json();
    expect(last).toMatchObject({ rows: [{ domain: "go.example.com", code: "def", action: "deny" }] });
    // EDGE_MAX_AGE, DEAF_LIMIT and a minute.
    expect([last["now"], last["rows"]]).toEqual([
      "2030-01-01T00:00:00.000Z",
      [expect.objectContaining({ until: "2030-01-01T00:06:30.000Z" })],
    ]);
  });

  it("is for keys with the scope, and refuses what is no position", async () => {
    const server = await openTestServer({ environment });
    expect((await server.send("/v1/denylist", { key: null })).status).toBe(401);
    expect((await server.send("/v1/denylist?since=-1")).json()).toMatchObject({ code: "INVALID_PARAMETER" });
    expect((await server.send("/v1/denylist?waitMs=10001")).json()).toMatchObject({ code: "INVALID_PARAMETER" });
  });

  it("does not hold up a stop", async () => {
    const server = await openTestServer({ environment: { ...environment, STOP_DEADLINE: "60s" } });
    const waiting = server.send("/v1/denylist?since=0&waitMs=10000");
    while (!(await server.send("/metrics")).text.includes("narrows_denylist_polls 1")) continue;
    await server.stop();
    const answer = await waiting;
    expect(answer.status).toBe(200);
    // Some milliseconds; one that nobody woke has waited for the ten seconds that it wanted to.
    expect(answer.json()["waitedMs"]).toBeLessThan(7_000);
  });
});
