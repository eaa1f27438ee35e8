import type { CliCommand } from "../cli-command.ts";
import { environment } from "../config.ts";

/** `narrows clicks partitions` */
export const clicksPartitions: CliCommand = {
  name: "clicks partitions",
  async run(_command, context) {
    const { listPartitions } = await import("../clicks/partitions.ts");
    return listPartitions(environment, context);
  },
};
