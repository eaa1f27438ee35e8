import type { IncomingMessage } from "node:http";
import type { ClickBudgets, LinkKey, LinkTarget } from "@narrows/links";
import { isPrefetch } from "./http/withheld.ts";

export type ClickAdmissionOptions = {
  /** The store itself, for whatever remembers links knows nothing of what was counted. */
  readonly budgets: ClickBudgets;
  /** Whether a request counts as a click. Whoever it is false for costs a link nothing. */
  readonly isHuman: (request: IncomingMessage) => Promise<boolean>;
};

export type Admission =
  /** To be sent where the link leads. A human's click counts already. */
  | { readonly kind: "through" }
  /** Not to learn where the link leads: only one may, or somebody would get there later without asking again. */
  | { readonly kind: "withheld" }
  | { readonly kind: "used-up" }
  /** The link is another than the one that memory has. */
  | { readonly kind: "changed"; readonly target: LinkTarget | undefined };

/**
 * Asks the store whether a request may go through a link that has a budget, and counts the click of a human.
 *
 * Rejects with `StoreError` when the store cannot say; then nobody goes through.
 */
export async function admitClick(
  { budgets, isHuman }: ClickAdmissionOptions,
  request: IncomingMessage,
  key: LinkKey,
  target: LinkTarget,
): Promise<Admission> {
  if (await isHuman(request)) {
    const outcome = await budgets.spendClick({ key, version: target.version });
    return outcome.kind === "spent" ? { kind: "through" } : outcome;
  }
  if (!(await budgets.hasClicksLeft(key))) return { kind: "used-up" };
  // A browser shows its reader what it fetched ahead, and would not ask again: that click would never be counted.
  return { kind: target.maxClicks === 1 || isPrefetch(request) ? "withheld" : "through" };
}
