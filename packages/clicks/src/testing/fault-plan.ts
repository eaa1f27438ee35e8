import { ClickError, type ClickErrorCode } from "../click-error.ts";

/**
 * What goes wrong with a call: nothing happens and it fails; it happens and is said to have failed; or it happens and no
 * answer ever comes.
 */
export type Fault = "before" | "after" | "silent" | undefined;

/** @returns What goes wrong with the next call; asked once for each. */
export type FaultPlan = () => Fault;

/** Makes a call as the plan has it. */
export async function withFault<Result>(
  plan: FaultPlan,
  code: ClickErrorCode,
  call: () => Promise<Result>,
): Promise<Result> {
  const fault = plan();
  if (fault === "before") throw new ClickError(code, "As planned, before the effect.");
  const result = await call();
  if (fault === "after") throw new ClickError(code, "As planned, after the effect.");
  return fault === "silent" ? new Promise<never>(() => undefined) : result;
}
