import type { IncomingMessage } from "node:http";
import type { ClickClass } from "@narrows/clicks";
import type { ClickBudgets, LinkKey, LinkTarget } from "@narrows/links";

export type ClickAdmissionOptions = {
  /** The store itself, for whatever remembers links knows nothing of what was counted. */
  readonly budgets: ClickBudgets;
  /** As what a request counts: the rule by which clicks are classified. Who is no human costs a link nothing. */
  readonly classOf: (request: IncomingMessage) => Promise<ClickClass>;
};

export type Admission =
  /** To be sent where the link leads. A human's click counts already. */
  | { readonly kind: "through" }
  /** Not to learn where the link leads: only one may, or somebody would get there later without asking again. */
  | { readonly kind: "withheld" }
  /** To ask again when there is a reader: a browser would show what it fetched ahead, and that click would not be counted. */
  | { readonly kind: "ahead" }
  | { readonly kind: "used-up" }
  /** The link is another than the one that memory has. */
  | { readonly kind: "changed"; readonly target: LinkTarget | undefined };

/**
 * Asks the store whether a request may go through a link that has a budget, and counts the click of a human.
 *
 * Rejects with `StoreError` when the store cannot say; then nobody goes through.
 */
export async function admitClick(
  { budgets, classOf }: ClickAdmissionOptions,
  request: IncomingMessage,
  key: LinkKey,
  target: LinkTarget,
): Promise<Admission> {
  const kind = await classOf(request);
  if (kind === "human") {
    const outcome = await budgets.spendClick({ key, version: target.version });
    return outcome.kind === "spent" ? { kind: "through" } : outcome;
  }
  if (!(await budgets.hasClicksLeft(key))) return { kind: "used-up" };
  if (kind === "prefetch") return { kind: "ahead" };
  return { kind: target.maxClicks === 1 ? "withheld" : "through" };
}
