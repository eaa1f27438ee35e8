import { setImmediate as nextTurn } from "node:timers/promises";
import type { LinkRef } from "../click-store.ts";
import { dayMs, minuteMs } from "../time-units.ts";
import type { ComparedRequest, Series, SeriesReport } from "./click-reports.ts";
import { inTime } from "./in-time.ts";
import { findPeriod, quarterMs, type Period } from "./period.ts";
import { previousPeriod } from "./previous-period.ts";
import { clicksOf, type ReportOptions } from "./report-options.ts";
import { bucketBounds, type Grain } from "./time-buckets.ts";

type SeriesRequest = ComparedRequest & { readonly grain: Grain | undefined };

/**
 * Counts the clicks of each bucket of a period, and of the one before it. Buckets of years take milliseconds to be found,
 * and others have their turn in between.
 */
export async function countSeries(
  options: ReportOptions,
  link: LinkRef,
  request: SeriesRequest,
): Promise<SeriesReport> {
  const { counts, now, deadlineMs } = options;
  const period = findPeriod(request, now(), request.grain === "minute" ? minuteMs : quarterMs);
  const grain = request.grain ?? usualGrain(period);
  const count = async (counted: Period): Promise<Series> => {
    const bounds = bucketBounds(counted.zone, counted, grain);
    const found = await counts.series(link, bounds);
    const buckets = found.map(({ clicks, visitors }, index) => {
      return { from: bounds[index] ?? counted.from, clicks: clicksOf(clicks, request.class), visitors };
    });
    return { period: counted, buckets };
  };
  const before = request.compare ? nextTurn().then(() => count(previousPeriod(period))) : undefined;
  const [current, previous, { asOf }] = await inTime(
    Promise.all([count(period), before, counts.totals([])]),
    deadlineMs,
  );
  return { ...current, grain, previous, asOf };
}

/** A few dozen to a few hundred buckets, of which each has something to say. */
function usualGrain({ from, to }: Period): Grain {
  const days = (to - from) / dayMs;
  if (days <= 2) return "hour";
  return days <= 400 ? "day" : "month";
}
