import { ApiError } from "../problems/api-error.ts";
import type { Pressure } from "./open-click-log.ts";

/** Long enough that a client that makes one link after the other makes a tenth of them or less. */
const slowedMs = 500;

/**
 * Holds up who makes links while clicks wait that must not be lost: more links would bring more clicks.
 *
 * @throws {ApiError} `CLICK_BACKLOG` when no more may be made.
 */
export function createHoldCreates(pressure = (): Pressure => "none"): () => Promise<void> {
  return async () => {
    const found = pressure();
    if (found === "none") return;
    if (found === "slow") await new Promise((resolve) => setTimeout(resolve, slowedMs));
    if (pressure() === "refuse") throw new ApiError("CLICK_BACKLOG");
  };
}
