import { declareConnection, type ConnectionOptions } from "../api/connection-options.ts";
import type { CliCommand } from "../cli-command.ts";
import { OptionError } from "../cli-error.ts";

type Options = ConnectionOptions & { readonly action: string; readonly reason?: string };

/** `narrows reports settle ID --action dismiss|quarantine` */
export const reportsSettle: CliCommand = {
  name: "reports settle",
  declare(command, say) {
    command
      .argument("<id>", say("reports.id"))
      .requiredOption("--action <action>", say("reports.action"))
      .option("--reason <text>", say("reports.reason"));
    declareConnection(command, say);
  },
  async run(command, context) {
    const { openReportsApi } = await import("../api/reports-api.ts");
    const { settledOutcome } = await import("../api/report-outcome.ts");
    const { action, reason, ...connection } = command.opts<Options>();
    const [id = ""] = command.args;
    // Checked here, because `..` would ask for something else than a report.
    if (!/^\d{1,15}$/.test(id)) throw new OptionError("<id>", "expected.reportId");
    if (action !== "dismiss" && action !== "quarantine") throw new OptionError("--action", "expected.action");
    const api = await openReportsApi(connection, context);
    return settledOutcome(await api.settle(id, { action, reason }), context.say);
  },
};
