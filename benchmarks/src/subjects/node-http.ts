import { fileURLToPath } from "node:url";
import { destinationOf } from "../link-set.ts";
import { startServer } from "../start-server.ts";
import type { Subject } from "../subject.ts";

const program = fileURLToPath(new URL("../servers/node-http.ts", import.meta.url));

/** The floor for anything that runs on Node.js, and the base of the ratios. */
export const subject: Subject = {
  name: "node-http",
  description: "bare node:http, one constant 302 for every path",
  version: async () => process.version,
  missing: async () => undefined,
  fill: async () => undefined,
  countLinks: () => undefined,
  forgetStarts: () => undefined,
  start: (options) =>
    startServer("node-http", options, (port) => ({
      command: process.execPath,
      args: [program, String(port), destinationOf(0)],
    })),
};
