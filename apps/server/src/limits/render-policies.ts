import { stringify } from "yaml";
import type { PolicyRow } from "./policy-row.ts";

/** Writes policies as a policies file. */
export function renderPolicies(rows: readonly PolicyRow[]): string {
  return stringify({ policies: rows }, { lineWidth: 0 });
}
