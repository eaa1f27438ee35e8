import type { LinkKey } from "./link.ts";
import type { LinksOptions } from "./links.ts";
import { StoreError } from "./store-error.ts";

/**
 * Waits for a change and tells of it also when nobody knows whether it was made: what memory holds of the link may be
 * out of date then. A change that was made is told of by the caller, who knows what it was.
 */
export async function hearOutcome<Outcome>(
  { onChange }: Pick<LinksOptions, "onChange">,
  key: LinkKey,
  change: Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof StoreError && error.code === "STORE_OUTCOME_UNKNOWN") {
      void onChange({ kind: "unknown", key });
    }
    throw error;
  }
}
