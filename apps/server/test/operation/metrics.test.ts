import { createLogger } from "@narrows/service";
import { describe, expect, it } from "vitest";
import { openTestServer } from "../harness/running-server.ts";

describe("/metrics", () => {
  it("counts redirects and requests under labels that no client can widen", async () => {
    // Where time stands still, the log of changes is never read so late that memory would not be believed.
    const server = await openTestServer({ clocks: { now: Date.now, monotonicMs: () => 0 } });
    await server.create({ longUrl: "https://example.com/", alias: "counted" });
    for (const path of ["/counted", "/counted", "/missing-one", "/missing-two"]) await server.send(path, { key: null });
    for (const path of ["/v1/unknown-route", "/v1/urls/counted", "/v1/urls?bad=1"]) await server.send(path);
    const { text, headers } = await server.send("/metrics");
    expect(headers.get("content-type")).toContain("text/plain");
    const lines = text.split("\n");
    expect(lines).toContain('narrows_redirects_total{status="302"} 2');
    expect(lines).toContain('narrows_redirects_total{status="404"} 2');
    expect(lines).toContain("narrows_redirect_duration_seconds_count 4");
    expect(lines).toContain('narrows_redirect_duration_seconds_bucket{le="+Inf"} 4');
    expect(lines).toContain('narrows_api_requests_total{method="GET",route="/v1/urls/:code",status="200"} 1');
    expect(lines).toContain('narrows_api_requests_total{method="GET",route="/v1/urls",status="400"} 1');
    expect(lines).toContain('narrows_api_requests_total{method="GET",route="other",status="404"} 1');
    expect(lines).toContain('narrows_cache_entries{kind="link"} 1');
    expect(lines).toContain("narrows_sqlite_commands_total 1");
    // What is said about a metric may have such words.
    const samples = lines.filter((line) => !line.startsWith("#"));
    expect(samples.join("\n")).not.toMatch(/counted|missing|example\.com/);
  });
});

describe("the log", () => {
  it("has one line for each request of the API, without code, destination or key, and none for a redirect", async () => {
    const lines: string[] = [];
    const log = createLogger({ level: "info", write: (line) => lines.push(line) });
    const server = await openTestServer({ log });
    await server.create({ longUrl: "https://secret-destination.example/", alias: "secret-code" });
    await server.send("/secret-code");
    await server.send("/v1/urls/secret-code?domain=secret-domain");
    const requests = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(requests.map(({ method, route, status, keyId }) => [method, route, status, keyId])).toEqual([
      ["POST", "/v1/urls", 201, "admin"],
      ["GET", "/v1/urls/:code", 422, "admin"],
    ]);
    expect(requests[0]).toMatchObject({ level: "info", msg: "request" });
    // Nor the client's address; and a duration has three decimals at most.
    expect(lines.join("")).not.toMatch(/secret|nrw_|127\.0\.0\.1|remoteAddress/);
    for (const { durationMs } of requests) expect(String(durationMs)).toMatch(/^\d+(?:\.\d{1,3})?$/);
  });
});
