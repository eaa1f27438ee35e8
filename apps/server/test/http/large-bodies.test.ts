import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLargeBodies } from "../../src/http/large-bodies.ts";
import { adminKey, openTestServer } from "../harness/running-server.ts";

const limit = 1_000_000;
const request = (length?: number): IncomingMessage =>
  ({ headers: length === undefined ? {} : { "content-length": String(length) } }) as IncomingMessage;
const response = (): ServerResponse => new EventEmitter() as ServerResponse;

describe("createLargeBodies", () => {
  it("refuses a large body when others take up the room, and never a small one", () => {
    const bodies = createLargeBodies(limit);
    const first = response();
    bodies.admit(request(600_000), first, limit);
    expect(() => bodies.admit(request(600_000), response(), limit)).toThrow("BULK_BUSY");
    bodies.admit(request(400_000), response(), limit);
    bodies.admit(request(60_000), response(), limit);
    first.emit("close");
    bodies.admit(request(600_000), response(), limit);
  });

  it("does not count a body whose connection has closed already, for nothing would take it back", () => {
    const bodies = createLargeBodies(limit);
    const closed = Object.assign(response(), { closed: true });
    expect(() => bodies.admit(request(limit), closed, limit)).toThrow("BULK_BUSY");
    bodies.admit(request(limit), response(), limit);
  });

  it("takes a body of unknown length, or of one that is refused later, for the largest", () => {
    for (const length of [undefined, limit * 10]) {
      const bodies = createLargeBodies(limit);
      bodies.admit(request(length), response(), limit);
      expect(() => bodies.admit(request(100_000), response(), limit)).toThrow("BULK_BUSY");
    }
  });

  it("counts a body until the work with it is done, also when its client has gone", async () => {
    const bodies = createLargeBodies(limit);
    const work = Promise.withResolvers<void>();
    const gone = response();
    bodies.admit(request(limit), gone, limit)(work.promise);
    gone.emit("close");
    expect(() => bodies.admit(request(100_000), response(), limit)).toThrow("BULK_BUSY");
    work.reject(new Error("failed"));
    await expect(work.promise).rejects.toThrow("failed");
    bodies.admit(request(100_000), response(), limit);
  });
});

describe("bulk requests", () => {
  it("are refused with a time to try again while others fill the room, and taken afterwards", async () => {
    const server = await openTestServer();
    const begin = () => {
      const socket = connect(server.port, "127.0.0.1");
      onTestFinished(() => void socket.destroy());
      socket.write(
        `POST /v1/urls/bulk HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${adminKey}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${16 * 1024 * 1024}\r\n\r\n{`,
      );
      return socket;
    };
    const links = Array.from({ length: 100 }, () => ({ longUrl: "https://example.com/".padEnd(1_000, "x") }));
    const bulk = () => server.send("/v1/urls/bulk", { method: "POST", body: { links } });
    const waiting = [begin(), begin()];
    await expect.poll(async () => (await bulk()).json()["code"], { timeout: 5_000 }).toBe("BULK_BUSY");
    const refused = await bulk();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    await server.create({ longUrl: "https://example.com/" });
    for (const socket of waiting) socket.destroy();
    await expect.poll(async () => (await bulk()).status, { timeout: 5_000 }).toBe(200);
  });
});
