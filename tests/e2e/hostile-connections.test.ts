import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { hangUp } from "../program/hang-up.ts";
import { startProgram } from "../program/program.ts";

const body = '{"longUrl":"https://example.com/"}';
const requests = [
  ["no HTTP at all", "garbage\r\n\r\n"],
  ["a tunnel", "CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n"],
  ["a tunnel with bytes behind", `CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n${"x".repeat(9_000)}`],
  ["an upgrade", "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\nPRI"],
  ["an expectation", "POST /v1/urls HTTP/1.1\r\nHost: localhost\r\nExpect: 200-ok\r\nContent-Length: 9\r\n\r\n"],
  ["a body that does not come", "POST /v1/urls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"],
  [
    "a create",
    `POST /v1/urls HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  ],
  ["two requests at once", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2)],
] as const;

describe("a connection that is not used as it should be", () => {
  it("does not end the program when it is reset in the middle of a request", async () => {
    await using program = await startProgram();
    for (const [name, request] of requests) {
      for (let count = 0; count < 60; count += 1) await hangUp(program.port, Buffer.from(request));
      expect([name, (await program.http.ask("GET", "/healthz")).status]).toEqual([name, 200]);
    }
    expect(program.output()).not.toMatch(/"level":"(error|fatal)"/);
    await program.stop();
  });

  it("does not keep the program from stopping when its client never closes it after a refusal", async () => {
    await using program = await startProgram({ env: { STOP_DEADLINE: "20s" } });
    const clients: Socket[] = [];
    for (const [, request] of requests.slice(0, 3)) clients.push(await sendAndStay(program.port, request));
    program.signal("SIGTERM");
    expect(await program.ended).toBe(0);
    for (const client of clients) client.destroy();
  });
});

/** Sends a request, waits until it has been refused, and keeps its own side of the connection open. */
async function sendAndStay(port: number, request: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => undefined);
  socket.resume().write(request);
  await once(socket, "end");
  return socket;
}
