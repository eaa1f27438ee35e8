import type { LinkRef } from "../../click-store.ts";
import { arrayText, type Parameters } from "../../postgres/statement.ts";

/** Links as columns, for `unnest`. */
export function linkColumns(links: readonly LinkRef[]): Parameters {
  return {
    domain: arrayText(links.map(({ domain }) => domain)),
    code: arrayText(links.map(({ code }) => code)),
  };
}
