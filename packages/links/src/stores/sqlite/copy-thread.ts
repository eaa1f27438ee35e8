import { parentPort, workerData } from "node:worker_threads";
import { copyDatabase } from "./copy-database.ts";
import type { CopyData } from "./thread-data.ts";

const { from, to } = workerData as CopyData;
parentPort?.postMessage(await copyDatabase(from, to));
