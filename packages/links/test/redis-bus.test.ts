import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createRedisBus } from "../src/buses/redis.ts";

/** A Redis without data, which answers SUBSCRIBE when the test says so. */
async function startServer(withSubscribe: (answer: () => void) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      for (const [, name = ""] of String(data).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        const answer = (): void => void socket.write(answerTo(name.toLowerCase()));
        if (name.toLowerCase() === "subscribe") withSubscribe(answer);
        else answer();
      }
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function answerTo(name: string): string {
  if (name === "subscribe") return "*3\r\n$9\r\nsubscribe\r\n$15\r\nnarrows:changes\r\n:1\r\n";
  return name === "info" ? "$0\r\n\r\n" : "+OK\r\n";
}

describe("the bus by redis", () => {
  // The second that it waits for the server is over when a test says so.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));

  it("is open when the server has answered that it listens, and not before", async () => {
    const { order, answer } = await openUnanswered();
    expect(order).toEqual(["connected"]);
    answer();
    await until(() => order.length > 1);
    expect(order).toEqual(["connected", "open"]);
  });

  it("is open after a second though the server never answers that it listens", async () => {
    const { order } = await openUnanswered();
    vi.advanceTimersByTime(999);
    await nextTurn();
    expect(order).toEqual(["connected"]);
    vi.advanceTimersByTime(1);
    await nextTurn();
    expect(order).toEqual(["connected", "open"]);
  });
});

/** A bus that has its connections and waits for the answer that it listens. */
async function openUnanswered() {
  const asked = Promise.withResolvers<() => void>();
  const { url } = await startServer(asked.resolve);
  const bus = createRedisBus({ url, monotonicMs: () => performance.now(), onFault: () => undefined });
  onTestFinished(async () => {
    vi.useRealTimers();
    await bus.close();
  });
  const order: string[] = [];
  void bus.open(() => undefined).then(() => order.push("open"));
  const answer = await asked.promise;
  await until(() => bus.stats().isConnected);
  order.push("connected");
  // Whatever else was under way has its time.
  for (let turns = 0; turns < 20; turns += 1) await nextTurn();
  return { order, answer };
}

/** Asks again in each turn, for the timers stand still. */
async function until(isSo: () => boolean): Promise<void> {
  const endsAt = Date.now() + 20_000;
  while (!isSo()) {
    if (Date.now() > endsAt) throw new Error("It has not come.");
    await nextTurn();
  }
}
