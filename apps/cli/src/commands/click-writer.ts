import type { CliCommand } from "../cli-command.ts";
import { environment } from "../config.ts";

/** `narrows click-writer` */
export const clickWriter: CliCommand = {
  name: "click-writer",
  async runProgram() {
    const { writeClicks } = await import("@narrows/server");
    return writeClicks(environment);
  },
};
