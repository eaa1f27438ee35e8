import { flushCompileCache } from "node:module";
import type { CliProgram } from "../cli-command.ts";
import { environment } from "../config.ts";

/** After a start nothing is compiled any more; a program that is killed later could not keep its cache. */
const cacheFlushDelayMs = 3_000;

/** `narrows serve` */
export const serve: CliProgram = {
  name: "serve",
  async runProgram() {
    setTimeout(flushCompileCache, cacheFlushDelayMs).unref();
    const server = await import("@narrows/server");
    return server.serve(environment);
  },
};
