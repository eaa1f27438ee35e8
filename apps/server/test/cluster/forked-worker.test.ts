import type { Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { createForkedWorker } from "../../src/cluster/forked-worker.ts";

/** As node leaves a worker whose process could not be made: no pid, an error, and neither exit nor disconnect. */
function open(pid: number | undefined) {
  const process = Object.assign(new EventEmitter(), { pid, kill: () => false });
  const node = Object.assign(new EventEmitter(), { process, isConnected: () => false });
  const nobody = () => Promise.reject(new Error("Nobody is asked."));
  const worker = createForkedWorker({
    worker: node as unknown as Worker,
    greeting: { number: 2, port: 80, askedPort: 80 },
    handlers: { store: nobody, write: nobody, readiness: nobody, metrics: nobody, limits: nobody },
    onOther: () => undefined,
  });
  return { node, process, worker };
}

it("ends a worker whose process could not be made", async () => {
  const { node, worker } = open(undefined);
  const error = new Error("spawn EMFILE");
  node.emit("error", error);
  expect(await worker.ended).toMatchObject({ code: null, signal: null, forkError: error });
  expect(worker.state).toBe("ended");
});

it("takes no other error for an end", async () => {
  const { node, process, worker } = open(4_000);
  node.emit("error", new Error("kill EPERM"));
  node.emit("error", new Error("write EPIPE"));
  process.emit("disconnect");
  process.emit("exit", 1, null);
  const end = await worker.ended;
  expect(end.code).toBe(1);
  expect(end.forkError).toBeUndefined();
});
