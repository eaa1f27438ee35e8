import { describe, expect, it } from "vitest";
import { rawGet, sendRaw } from "../harness/raw-request.ts";
import { openTestServer } from "../harness/running-server.ts";

describe("/metrics", () => {
  it("counts replays, codes that were taken, and requests for another host", async () => {
    // Codes by digest: the second link to one destination finds the first one's code taken.
    const server = await openTestServer({ environment: { BASE_URL: "http://sho.rt", CODE_STRATEGY: "digest" } });
    const send = { headers: { "idempotency-key": "k" } };
    const body = { longUrl: "https://example.com/" };
    await server.create(body, send);
    await server.create(body, send);
    await server.create(body);
    await sendRaw(server.port, rawGet("/abc", ["Host: evil.example"]));
    const lines = (await server.send("/metrics")).text.split("\n");
    expect(lines).toContain("narrows_idempotent_replays_total 1");
    expect(lines).toContain("narrows_code_collisions_total 1");
    expect(lines).toContain("narrows_misdirected_requests_total 1");
  });
});
