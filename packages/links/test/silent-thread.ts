import { parentPort } from "node:worker_threads";

// A thread for tests that hears every question and answers none.
parentPort?.on("message", () => undefined);
