import { declareConnection, type ConnectionOptions } from "../api/connection-options.ts";
import type { CliCommand } from "../cli-command.ts";

type Options = ConnectionOptions & { readonly refused?: string };

/** `narrows links import FILE` */
export const linksImport: CliCommand = {
  name: "links import",
  declare(command, say) {
    command.argument("<file>", say("links.importFile")).option("--refused <file>", say("links.refused"));
    declareConnection(command, say);
  },
  async run(command, context) {
    const { openLinksApi } = await import("../api/links-api.ts");
    const { announceWait } = await import("../import/announce-wait.ts");
    const { batchesOf } = await import("../import/batches.ts");
    const { importOutcome, refusedRows } = await import("../import/import-outcome.ts");
    const { openRefusedFile } = await import("../import/refused-file.ts");
    const { readRows, requireSameFormat } = await import("../import/read-rows.ts");
    const { sendBatches } = await import("../import/send-batches.ts");
    const [file = ""] = command.args;
    const { refused, ...connection } = command.opts<Options>();
    const { head, rows } = await readRows(file);
    if (refused !== undefined) requireSameFormat(file, refused);
    const api = await openLinksApi(connection, context);
    await using refusedFile = refused === undefined ? undefined : await openRefusedFile(refused);
    const imported = await sendBatches(api, batchesOf(rows), {
      say: context.say,
      wait: (seconds, progress) => announceWait(context, seconds, progress),
    });
    await refusedFile?.write({ head, rows: refusedRows(imported) });
    return importOutcome(imported, { say: context.say, refusedPath: refused });
  },
};
