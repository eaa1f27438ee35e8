import type { CliProgram } from "../cli-command.ts";
import { environment } from "../config.ts";

/** `narrows serve` */
export const serve: CliProgram = {
  name: "serve",
  async runProgram() {
    const server = await import("@narrows/server");
    return server.serve(environment);
  },
};
