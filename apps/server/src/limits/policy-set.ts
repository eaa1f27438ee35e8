import type { PolicyOptions } from "@narrows/limiter";
import { compileRow } from "./compile-row.ts";
import { largestCost, type PolicyRow } from "./policy-row.ts";
import { purposes, type Purpose } from "./purpose.ts";

/** What decides which policies count a request. */
export type CallerKind = { readonly hasKey: boolean; readonly isLocal: boolean };

/** The policies that count one kind of request; undefined: none does. */
export type Selection = {
  /**
   * The policies for a request of so many units. A policy that can never give as many takes all that it can: the
   * request passes where nothing is used up.
   */
  readonly forUnits: (units: number) => readonly PolicyOptions[];
};

/** Policies, ready to be asked. */
export interface PolicySet {
  select(purpose: Purpose, kind: CallerKind): Selection | undefined;
}

/**
 * Sorts policies by whom they count.
 *
 * @throws {LimiterError} Where a quota cannot be counted.
 */
export function createPolicySet(rows: readonly PolicyRow[]): PolicySet {
  const policies = rows.map((row) => ({ row, options: countable(row) }));
  const selections = new Map<string, Selection | undefined>();
  for (const purpose of purposes) {
    for (const kind of kinds) {
      const chosen = policies.filter(({ row }) => row.for === purpose && counts(row, kind));
      selections.set(keyOf(purpose, kind), chosen.length === 0 ? undefined : selection(chosen));
    }
  }
  return { select: (purpose, kind) => selections.get(keyOf(purpose, kind)) };
}

const kinds: readonly CallerKind[] = [true, false].flatMap((hasKey) =>
  [true, false].map((isLocal) => ({ hasKey, isLocal })),
);

function keyOf(purpose: Purpose, { hasKey, isLocal }: CallerKind): string {
  return `${purpose} ${hasKey ? "key" : ""} ${isLocal ? "local" : ""}`;
}

function counts({ per, except = [] }: PolicyRow, { hasKey, isLocal }: CallerKind): boolean {
  if (per === "key" && !hasKey) return false;
  return !(hasKey && except.includes("keys")) && !(isLocal && except.includes("local"));
}

function countable(row: PolicyRow): PolicyOptions {
  const { options, error } = compileRow(row);
  if (error !== undefined) throw error;
  return options;
}

type Policy = { readonly row: PolicyRow; readonly options: PolicyOptions };

/** The limiter compiles each list once, and knows it again by the object; there are as many as a bulk can have rows. */
function selection(policies: readonly Policy[]): Selection {
  const lists = new Map<number, readonly PolicyOptions[]>();
  return {
    forUnits(units) {
      const known = lists.get(units);
      if (known !== undefined) return known;
      const list = policies.map(({ row, options }) => ({ ...options, cost: Math.min(units, largestCost(row)) }));
      lists.set(units, list);
      return list;
    },
  };
}
