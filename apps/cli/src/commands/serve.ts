import type { CliProgram } from "../cli-command.ts";
import { environment } from "../config.ts";
import { keepCompiled } from "../keep-compiled.ts";

/** `narrows serve` */
export const serve: CliProgram = {
  name: "serve",
  async runProgram() {
    keepCompiled();
    const server = await import("@narrows/server");
    return server.serve(environment);
  },
};
