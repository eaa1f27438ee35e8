import type { Gate } from "../auth/gate.ts";
import { ApiError } from "../problems/index.ts";
import type { AddressThrottle } from "./address-throttle.ts";
import { rateLimited } from "./rate-limited.ts";

/**
 * A gate that makes an address wait which has sent too many keys that are not valid.
 *
 * Who has a right one passes: others may share his address, and must not be able to keep him out with wrong ones.
 */
export function createLimitedGate(gate: Gate, wrongKeys: AddressThrottle): Gate {
  return {
    async admit(request, rule) {
      try {
        return await gate.admit(request, rule);
      } catch (error) {
        if (!isWrongKey(error)) throw error;
        const wait = wrongKeys.wait(request) ?? (await wrongKeys.count(request));
        throw wait === undefined ? error : rateLimited(wait.ms, wait);
      }
    },
  };
}

function isWrongKey(error: unknown): boolean {
  return error instanceof ApiError && error.code === "KEY_INVALID";
}
