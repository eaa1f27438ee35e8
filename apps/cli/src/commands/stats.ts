import { declareConnection, type ConnectionOptions } from "../api/connection-options.ts";
import { linkNameOf } from "../api/link-options.ts";
import type { LinkName } from "../api/links-api.ts";
import { requirePageLimit } from "../api/page-limit.ts";
import type { Breakdown } from "../api/stats-outcome.ts";
import type { CliCommand, Context, Outcome } from "../cli-command.ts";
import { CliError, OptionError } from "../cli-error.ts";

type PeriodOptions = { readonly from?: string; readonly to?: string; readonly zone?: string };

type Options = ConnectionOptions &
  PeriodOptions & {
    readonly class?: string;
    readonly grain?: string;
    readonly by?: string;
    readonly domain?: string;
    readonly top?: true;
    readonly limit?: string;
  };

/** `narrows stats CODE` and `narrows stats --top` */
export const stats: CliCommand = {
  name: "stats",
  declare(command, say) {
    command
      .argument("[code]", say("stats.code"))
      .option("--top", say("stats.top"))
      .option("--from <time>", say("stats.from"))
      .option("--to <time>", say("stats.to"))
      .option("--zone <name>", say("stats.zone"))
      .option("--grain <length>", say("stats.grain"))
      .option("--by <dimension>", say("stats.by"))
      .option("--class <class>", say("stats.class"))
      .option("--limit <number>", say("stats.limit"))
      .option("--domain <host>", say("links.domain"));
    declareConnection(command, say);
  },
  async run(command, context) {
    const options = command.opts<Options>();
    const [code] = command.args;
    requirePageLimit(options.limit);
    const { requireStatsChoices } = await import("../api/stats-options.ts");
    requireStatsChoices(options);
    if (options.top === true) return showTop(code, options, context);
    if (code === undefined)
      throw new CliError("ARGUMENT_MISSING", { given: "code", program: "npm run narrows -- stats" });
    return showLink(linkNameOf(command), options, context);
  },
};

async function showTop(code: string | undefined, options: Options, context: Context): Promise<Outcome> {
  // Neither is about all links.
  if (code !== undefined) throw new OptionError("--top", "expected.topAlone");
  for (const name of ["grain", "by", "domain"] as const) {
    if (options[name] !== undefined) throw new OptionError(`--${name}`, "expected.notWithTop");
  }
  const { openStatsApi } = await import("../api/stats-api.ts");
  const { topOutcome } = await import("../api/stats-outcome.ts");
  const api = await openStatsApi(options, context);
  return topOutcome(await api.top({ ...periodOf(options), limit: options.limit }), context.say);
}

async function showLink(name: LinkName, options: Options, context: Context): Promise<Outcome> {
  const { openStatsApi } = await import("../api/stats-api.ts");
  const { minutesOutcome, shownDimensions, statsOutcome } = await import("../api/stats-outcome.ts");
  const api = await openStatsApi(options, context);
  const period = periodOf(options);
  // The other reports are about whole quarter-hours, which is another time than that of the minutes.
  if (options.grain === "minute") {
    return minutesOutcome(await api.series(name, { ...period, grain: options.grain }), options.class, context.say);
  }
  const totals = await api.totals(name, { ...period, compare: "previous" });
  // One after the other: a report is no reason to ask a service five things at once.
  const series = await api.series(name, { ...period, grain: options.grain });
  const dimensions = options.by === undefined ? shownDimensions : [options.by];
  const limit = options.limit ?? (options.by === undefined ? "5" : "20");
  const breakdowns: Breakdown[] = [];
  for (const dimension of dimensions) {
    breakdowns.push({ dimension, answer: await api.breakdown(name, { ...period, dimension, limit }) });
  }
  return statsOutcome({ totals, series, breakdowns, counted: options.class }, context.say);
}

function periodOf({ from, to, zone = machineZone(), class: counted }: Options) {
  return { from, to, zone, class: counted };
}

/** As TZ or the system says. */
function machineZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
