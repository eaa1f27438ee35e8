import { once } from "node:events";
import { Agent, get, request, type IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { adminKey, openTestServer } from "../harness/running-server.ts";

describe("a graceful stop", () => {
  it("finishes what is in flight, says so on kept connections, and refuses new ones", async () => {
    const server = await openTestServer();
    const body = JSON.stringify({ longUrl: "https://example.com/", alias: "last" });
    const headers = {
      "content-type": "application/json",
      "content-length": body.length,
      authorization: `Bearer ${adminKey}`,
    };
    const agent = new Agent({ keepAlive: true });
    const create = request({ port: server.port, path: "/v1/urls", method: "POST", headers, agent });
    create.write(body.slice(0, 10));
    // The server has the request when it has answered another one that came later.
    await new Promise<void>((resolve) => {
      create.on("socket", (socket) => (socket.connecting ? socket.once("connect", resolve) : resolve()));
    });
    await server.send("/healthz");
    const stopped = server.stop();
    create.end(body.slice(10));
    const [answer] = (await once(create, "response")) as [IncomingMessage];
    answer.resume();
    expect([answer.statusCode, answer.headers.connection]).toEqual([201, "close"]);
    expect(await stopped).toEqual([]);
    const refused = get({ port: server.port, path: "/last" });
    const [error] = (await once(refused, "error")) as [NodeJS.ErrnoException];
    expect(error.code).toBe("ECONNREFUSED");
    agent.destroy();
  });

  it("does not wait for connections that are merely open", async () => {
    // Longer than the test may take.
    const server = await openTestServer({ environment: { STOP_DEADLINE: "600s" } });
    const agent = new Agent({ keepAlive: true });
    const [answer] = (await once(get({ port: server.port, path: "/healthz", agent }), "response")) as [IncomingMessage];
    answer.resume();
    await once(answer, "end");
    expect(await server.stop()).toEqual([]);
    agent.destroy();
  });

  it("cuts off at the deadline what does not finish", async () => {
    const server = await openTestServer({ environment: { STOP_DEADLINE: "200ms" } });
    const headers = { "content-type": "application/json", "content-length": 100 };
    const slow = request({ port: server.port, path: "/v1/urls", method: "POST", headers });
    slow.write("{");
    const cut = once(slow, "error");
    await server.send("/healthz");
    expect(await server.stop()).toEqual([]);
    expect(await cut).toHaveLength(1);
  });

  it("keeps what was acknowledged", async () => {
    const first = await openTestServer();
    await first.create({ longUrl: "https://example.com/kept", alias: "kept" });
    await first.stop();
    const second = await openTestServer({ dataDir: first.dataDir });
    expect((await second.send("/kept")).headers.get("location")).toBe("https://example.com/kept");
  });
});
