import { EventEmitter, once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLargeBodies, type LargeBodies } from "../../src/http/large-bodies.ts";
import { adminKey, openTestServer } from "../harness/running-server.ts";

const limit = 1_000_000;
const request = (length?: number): IncomingMessage =>
  ({ headers: length === undefined ? {} : { "content-length": String(length) } }) as IncomingMessage;
const response = (): ServerResponse => new EventEmitter() as ServerResponse;

/** A large body of which so many bytes have come. */
async function begin(bodies: LargeBodies, bytes: number, options: { declared?: number; to?: ServerResponse } = {}) {
  const { declared, to = response() } = options;
  const admitted = bodies.admit(request(declared), to, limit);
  const source = new PassThrough();
  const counted = admitted.count(source);
  source.write(Buffer.alloc(bytes));
  await once(counted, "data");
  return { ...admitted, source, counted };
}

describe("createLargeBodies", () => {
  it("refuses a large body when others take up the room, and never a small one", async () => {
    const bodies = createLargeBodies(limit);
    const first = response();
    await begin(bodies, 600_000, { to: first });
    expect(() => bodies.admit(request(600_000), response(), limit)).toThrow("BULK_BUSY");
    await begin(bodies, 400_000, { declared: 400_000 });
    bodies.admit(request(60_000), response(), limit);
    first.emit("close");
    bodies.admit(request(600_000), response(), limit);
  });

  it("keeps no room for what was promised and has not come", async () => {
    const bodies = createLargeBodies(limit);
    for (let count = 0; count < 10; count += 1) await begin(bodies, 1, { declared: limit - 100 });
    await expect(begin(bodies, 900_000, { declared: limit - 100 })).resolves.toBeDefined();
  });

  it("fails the body that would take more than the others have left", async () => {
    const bodies = createLargeBodies(limit);
    const slow = await begin(bodies, 1);
    await begin(bodies, 900_000, { declared: 900_000 });
    slow.source.write(Buffer.alloc(200_000));
    const [error] = (await once(slow.counted, "error")) as [Error];
    expect(error.message).toContain("BULK_BUSY");
    // What still comes of it is read and forgotten, so that its client hears the answer.
    slow.source.end(Buffer.alloc(200_000));
    await once(slow.source, "end");
  });

  it("does not count a body whose connection has closed already, for nothing would take it back", () => {
    const bodies = createLargeBodies(limit);
    const closed = Object.assign(response(), { closed: true });
    expect(() => bodies.admit(request(limit), closed, limit)).toThrow("BULK_BUSY");
  });

  it("takes a body of unknown length, or of one that is refused later, for the largest", async () => {
    for (const length of [undefined, limit * 10]) {
      const bodies = createLargeBodies(limit);
      await begin(bodies, 100_000);
      expect(() => bodies.admit(request(length), response(), limit)).toThrow("BULK_BUSY");
    }
  });

  it("counts a body until the work with it is done, also when its client has gone", async () => {
    const bodies = createLargeBodies(limit);
    const work = Promise.withResolvers<void>();
    const gone = response();
    const { onWork } = await begin(bodies, limit, { to: gone });
    onWork(work.promise);
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
    const beginWith = (bytes: number) => {
      const socket = connect(server.port, "127.0.0.1");
      onTestFinished(() => void socket.destroy());
      socket.write(
        `POST /v1/urls/bulk HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${adminKey}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${16 * 1024 * 1024}\r\n\r\n${"{".repeat(bytes)}`,
      );
      return socket;
    };
    const links = Array.from({ length: 100 }, () => ({ longUrl: "https://example.com/".padEnd(1_000, "x") }));
    const bulk = () => server.send("/v1/urls/bulk", { method: "POST", body: { links } });
    const idle = [beginWith(1), beginWith(1), beginWith(1)];
    expect((await bulk()).status).toBe(200);
    for (const socket of idle) socket.destroy();
    const waiting: Socket[] = [];
    const fill = (): void => {
      const socket = beginWith(16 * 1024 * 1024 - 1);
      waiting.push(socket);
      // A bulk that was just taken may have left too little room for the last of it.
      socket.once("data", fill);
    };
    for (let count = 0; count < 2; count += 1) fill();
    await expect.poll(async () => (await bulk()).json()["code"], { timeout: 60_000 }).toBe("BULK_BUSY");
    const refused = await bulk();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    await server.create({ longUrl: "https://example.com/" });
    for (const socket of waiting) socket.destroy();
    await expect.poll(async () => (await bulk()).status, { timeout: 60_000 }).toBe(200);
  });
});
