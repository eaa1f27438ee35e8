import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { drain, listen } from "../../src/http/http-server.ts";

const connections = 800;
/** As /proc/net/tcp has them. */
const states = { established: "01", synSent: "02" };

it.runIf(process.platform === "linux")("holds connections that come at once until they are accepted", async () => {
  const server = createServer();
  const port = await listen(server, "127.0.0.1", 0);
  const sockets = Array.from({ length: connections }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await drain(server, 0);
  });
  // They are connected in ticks of this turn; the server accepts in the next one.
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
  const found = settledStatesTo(port);
  expect(found.filter((state) => state === states.established)).toHaveLength(connections);
  expect(found).not.toContain(states.synSent);
});

/**
 * The states once none is under way any more. A busy system answers later than within the call; the thread is held
 * meanwhile, so that nothing is accepted, and what finds no room stays under way for good.
 */
function settledStatesTo(port: number): string[] {
  const held = new Int32Array(new SharedArrayBuffer(4));
  const endsAt = performance.now() + 10_000;
  let found = statesTo(port);
  while (found.includes(states.synSent) && performance.now() < endsAt) {
    Atomics.wait(held, 0, 0, 10);
    found = statesTo(port);
  }
  return found;
}

/** The states of this machine's connections to a port of its own. */
function statesTo(port: number): string[] {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const lines = readFileSync("/proc/net/tcp", "utf8").trim().split("\n").slice(1);
  const fields = lines.map((line) => line.trim().split(/\s+/));
  return fields.flatMap(([, , to, state]) => (to?.endsWith(remote) === true && state !== undefined ? [state] : []));
}
