import { declareConnection, type ConnectionOptions } from "../api/connection-options.ts";
import { requirePageLimit } from "../api/page-limit.ts";
import type { CliCommand } from "../cli-command.ts";

type Options = ConnectionOptions & { readonly limit?: string; readonly cursor?: string };

/** `narrows reports list` */
export const reportsList: CliCommand = {
  name: "reports list",
  declare(command, say) {
    command.option("--limit <number>", say("reports.limit")).option("--cursor <cursor>", say("links.cursor"));
    declareConnection(command, say);
  },
  async run(command, context) {
    const { openReportsApi } = await import("../api/reports-api.ts");
    const { reportsOutcome } = await import("../api/report-outcome.ts");
    const { limit, cursor, ...connection } = command.opts<Options>();
    requirePageLimit(limit);
    const api = await openReportsApi(connection, context);
    return reportsOutcome(await api.list({ limit, cursor }), context.say);
  },
};
