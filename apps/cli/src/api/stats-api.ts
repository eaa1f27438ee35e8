import type { Context } from "../cli-command.ts";
import { ask } from "./ask.ts";
import type { ConnectionOptions } from "./connection-options.ts";
import { readConnection } from "./connection.ts";
import type { LinkName } from "./links-api.ts";
import { optionName, optionNameOf } from "./option-name.ts";
import {
  parseBreakdown,
  parseSeries,
  parseStats,
  parseTop,
  type BreakdownAnswer,
  type SeriesAnswer,
  type StatsAnswer,
  type TopAnswer,
} from "./stats-answer.ts";

type Query = Readonly<Record<string, string | undefined>>;

/** The part of the link service's API that tells of clicks. Values that are undefined are left out. */
export interface StatsApi {
  totals(name: LinkName, query: Query): Promise<StatsAnswer>;
  series(name: LinkName, query: Query): Promise<SeriesAnswer>;
  breakdown(name: LinkName, query: Query): Promise<BreakdownAnswer>;
  top(query: Query): Promise<TopAnswer>;
}

/** Finds the service and the key. Nothing is sent before a method is called. */
export async function openStatsApi(options: ConnectionOptions, context: Context): Promise<StatsApi> {
  const connection = await readConnection(options, context.config(), context.language);
  const get = (path: string, query: Query, nameOf = optionName): Promise<unknown> =>
    ask(connection, { method: "GET", path, query, nameOf }, context.signal);
  const getOf = ({ code, domain, isUrl }: LinkName, report: string, query: Query): Promise<unknown> =>
    get(`v1/urls/${code}/${report}`, { ...query, domain }, optionNameOf({ isUrl }));
  return {
    totals: async (name, query) => parseStats(await getOf(name, "stats", query), connection),
    series: async (name, query) => parseSeries(await getOf(name, "timeseries", query), connection),
    breakdown: async (name, query) => parseBreakdown(await getOf(name, "breakdown", query), connection),
    top: async (query) => parseTop(await get("v1/stats/top", query), connection),
  };
}
