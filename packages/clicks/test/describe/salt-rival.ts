import { randomBytes } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
// Not by the package: a thread would take long to load all of it.
import { createSaltFiles } from "../../src/describe/salts/salt-files.ts";

const { folder, day, now, gate } = workerData as {
  readonly folder: string;
  readonly day: number;
  readonly now: number;
  readonly gate: SharedArrayBuffer;
};

const salts = createSaltFiles({ folder, now: () => now });
parentPort?.postMessage("ready");
// All of them begin at one instant, as processes of one service do at midnight.
Atomics.wait(new Int32Array(gate), 0, 0);
parentPort?.postMessage(Buffer.from(await salts.obtain(day, randomBytes(32))).toString("hex"));
