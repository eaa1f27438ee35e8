import type { RefundWhen } from "./limit-options.ts";

/** What a client that went away before the end of its response counts as; nginx calls it so. */
export const abortedStatus = 499;

/**
 * Whether a response of this status gives back what the request cost.
 *
 * Who hangs up pays, unless a function says otherwise: or else whoever does so before the answer would never be limited.
 */
export function wantsRefund(when: RefundWhen, status: number): boolean | Promise<boolean> {
  if (typeof when === "function") return when(status);
  if (status === abortedStatus) return false;
  return status < 400 === (when === "success");
}
