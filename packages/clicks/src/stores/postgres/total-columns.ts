import type { LinkCount } from "../../click-store.ts";
import { arrayText } from "../../postgres/statement.ts";

/** Totals of links as the arrays that a statement takes. */
export function totalColumns(totals: readonly LinkCount[]) {
  return {
    domain: arrayText(totals.map(({ domain }) => domain)),
    code: arrayText(totals.map(({ code }) => code)),
    clicks: arrayText(totals.map(({ clicks }) => clicks)),
  };
}
