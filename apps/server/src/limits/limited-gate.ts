import type { Gate } from "../auth/gate.ts";
import { ApiError } from "../problems/index.ts";
import type { AddressThrottle } from "./address-throttle.ts";
import { rateLimited } from "./rate-limited.ts";

/** A gate that makes an address wait which has sent too many keys that are not valid. */
export function createLimitedGate(gate: Gate, wrongKeys: AddressThrottle): Gate {
  return {
    async admit(request, rule) {
      if (request.headers.authorization === undefined) return gate.admit(request, rule);
      const waitMs = wrongKeys.size === 0 ? 0 : wrongKeys.waitMs(request);
      if (waitMs > 0) throw rateLimited(waitMs);
      try {
        return await gate.admit(request, rule);
      } catch (error) {
        const tooMany = isWrongKey(error) ? wrongKeys.count(request) : 0;
        throw tooMany > 0 ? rateLimited(tooMany) : error;
      }
    },
  };
}

function isWrongKey(error: unknown): boolean {
  return error instanceof ApiError && error.code === "KEY_INVALID";
}
