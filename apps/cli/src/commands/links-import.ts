import { declareConnection, type ConnectionOptions } from "../api/connection-options.ts";
import type { CliCommand } from "../cli-command.ts";

/** `narrows links import FILE` */
export const linksImport: CliCommand = {
  name: "links import",
  declare(command, say) {
    command.argument("<file>", say("links.importFile"));
    declareConnection(command, say);
  },
  async run(command, context) {
    const { openLinksApi } = await import("../api/links-api.ts");
    const { batchesOf } = await import("../import/batches.ts");
    const { importOutcome } = await import("../import/import-outcome.ts");
    const { readRows } = await import("../import/read-rows.ts");
    const { sendBatches } = await import("../import/send-batches.ts");
    const [file = ""] = command.args;
    const rows = await readRows(file);
    const api = await openLinksApi(command.opts<ConnectionOptions>(), context);
    return importOutcome(await sendBatches(api, batchesOf(rows), context.say), context.say);
  },
};
