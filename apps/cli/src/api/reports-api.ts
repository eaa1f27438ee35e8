import type { Context } from "../cli-command.ts";
import { ask, type Question } from "./ask.ts";
import type { ConnectionOptions } from "./connection-options.ts";
import { readConnection } from "./connection.ts";
import { optionName } from "./option-name.ts";
import { parseReports, parseSettled, type ReportsAnswer, type SettledAnswer } from "./report-answer.ts";

/** How a report ends. */
type Settlement = { readonly action: "dismiss" | "quarantine"; readonly reason: string | undefined };

/** The part of the link service's API that is for moderators of reports. Values that are undefined are left out. */
export interface ReportsApi {
  list(query: Readonly<Record<string, string | undefined>>): Promise<ReportsAnswer>;
  settle(id: string, settlement: Settlement): Promise<SettledAnswer>;
}

/** Finds the service and the key. Nothing is sent before a method is called. */
export async function openReportsApi(options: ConnectionOptions, context: Context): Promise<ReportsApi> {
  const connection = await readConnection(options, context.config(), context.language);
  const send = (question: Question): Promise<unknown> =>
    ask(connection, { nameOf: optionName, ...question }, context.signal);
  return {
    list: async (query) => parseReports(await send({ method: "GET", path: "v1/reports", query }), connection),
    async settle(id, settlement) {
      const question = { path: `v1/reports/${id}/settle`, body: JSON.stringify(settlement) };
      return parseSettled(await send({ method: "POST", ...question }), connection);
    },
  };
}
