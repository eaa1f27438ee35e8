import type { Span } from "../../click-store.ts";
import { arrayText, type Parameters } from "../../postgres/statement.ts";
import { levelMinutes, planSpan } from "../../rollup/index.ts";

/** The buckets that together are the spans; the place of a span is its index. */
export function spanParameters(spans: readonly Span[]): Parameters {
  const parts = spans.flatMap((span, place) => planSpan(span).map((part) => ({ place, ...part })));
  return {
    places: arrayText(parts.map(({ place }) => place)),
    minutes: arrayText(parts.map(({ level }) => levelMinutes[level])),
    froms: arrayText(parts.map(({ from }) => from)),
    tos: arrayText(parts.map(({ to }) => to)),
  };
}
