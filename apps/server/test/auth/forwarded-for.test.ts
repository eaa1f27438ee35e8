import { describe, expect, it } from "vitest";
import { openTestServer, type TestServer } from "../harness/running-server.ts";

/** Creates without a key, under one Idempotency-Key: whoever is taken for the same user gets the same link. */
async function createFor(server: TestServer, forwardedFor: string): Promise<unknown> {
  const headers = { "idempotency-key": "k", "x-forwarded-for": forwardedFor };
  const body = { longUrl: "https://example.com/" };
  return (await server.create(body, { key: null, headers }))["shortCode"];
}

describe("anonymous users", () => {
  it("are told apart by the address that a trusted proxy names", async () => {
    const environment = { ANONYMOUS_CREATE: "on", TRUSTED_PROXIES: "127.0.0.1,::1" };
    const server = await openTestServer({ environment });
    const first = await createFor(server, "192.0.2.1");
    expect(await createFor(server, "192.0.2.1")).toBe(first);
    expect(await createFor(server, "192.0.2.2")).not.toBe(first);
    // Whatever a client writes in front of what the proxy adds is the client's own word.
    expect(await createFor(server, "198.51.100.7, 192.0.2.1")).toBe(first);
  });

  it("cannot pass for another by a header that nobody trusts", async () => {
    const server = await openTestServer({ environment: { ANONYMOUS_CREATE: "on" } });
    const first = await createFor(server, "192.0.2.1");
    expect(await createFor(server, "192.0.2.2")).toBe(first);
  });
});
