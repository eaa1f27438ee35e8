import type { CliProgram } from "../cli-command.ts";
import { environment } from "../config.ts";

/** `narrows click-writer` */
export const clickWriter: CliProgram = {
  name: "click-writer",
  async runProgram() {
    const { writeClicks } = await import("@narrows/server");
    return writeClicks(environment);
  },
};
