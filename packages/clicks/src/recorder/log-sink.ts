import { setImmediate as nextTurn } from "node:timers/promises";
import type { ClickLog } from "../click-log.ts";
import type { Click } from "../click.ts";
import type { Visit } from "../visit.ts";
import type { VisitSink } from "./visit-sink.ts";

export type LogSinkOptions = {
  /** Turns a visit into what is kept of it. A visit at which it throws is left out. */
  readonly describe: (visit: Visit) => Click;
  readonly log: Pick<ClickLog, "append">;
  /** Visits that are described in one turn of the event loop; each takes some ten microseconds. Default 100. */
  readonly visitsPerTurn?: number;
  /** Told of each visit that could not be described. Must not throw. */
  readonly onFault: (error: unknown) => void;
};

/** Visits that the log has refused, and what was made of them. */
type Described = { readonly visits: readonly Visit[]; readonly clicks: readonly Click[] };

const defaultVisitsPerTurn = 100;

/** Describes visits and appends them to a log, in the thread that it is called in. */
export function createLogSink(options: LogSinkOptions): VisitSink {
  let refused: Described | undefined;
  return {
    async take(visits) {
      const clicks = refused?.visits === visits ? refused.clicks : await describeVisits(options, visits);
      refused = { visits, clicks };
      if (clicks.length > 0) await options.log.append(clicks);
      refused = undefined;
      return visits.length - clicks.length;
    },
  };
}

/** Some in each turn, so that others go between. */
async function describeVisits(options: LogSinkOptions, visits: readonly Visit[]): Promise<readonly Click[]> {
  const { describe, visitsPerTurn = defaultVisitsPerTurn, onFault } = options;
  const clicks: Click[] = [];
  for (let first = 0; first < visits.length; first += visitsPerTurn) {
    if (first > 0) await nextTurn();
    for (const visit of visits.slice(first, first + visitsPerTurn)) {
      try {
        clicks.push(describe(visit));
      } catch (error) {
        onFault(error);
      }
    }
  }
  return clicks;
}
