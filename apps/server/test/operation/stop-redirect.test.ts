import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { openTestServer } from "../harness/running-server.ts";

describe("a graceful stop", () => {
  it("closes the connection after a redirect that was on its way", async () => {
    const server = await openTestServer();
    await server.create({ longUrl: "https://example.com/", alias: "last" });
    const client = connect(server.port, "127.0.0.1").setEncoding("utf8");
    client.write("GET /last HTTP/1.1\r\nHost: localhost\r\n");
    // The server has the bytes when it has answered a request that came later.
    await once(client, "connect");
    await server.send("/healthz");
    const stopped = server.stop();
    client.write("\r\n");
    const [answer] = (await once(client, "data")) as [string];
    expect(answer).toMatch(/^HTTP\/1\.1 302 [^]*^connection: close\r$/im);
    expect(await stopped).toEqual([]);
  });
});
