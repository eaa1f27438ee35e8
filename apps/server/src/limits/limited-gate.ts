import type { Gate } from "../auth/gate.ts";
import { ApiError } from "../problems/index.ts";
import type { AddressThrottle } from "./address-throttle.ts";
import { rateLimited } from "./rate-limited.ts";

/** A gate that makes an address wait which has sent too many keys that are not valid. */
export function createLimitedGate(gate: Gate, wrongKeys: AddressThrottle): Gate {
  return {
    async admit(request, rule) {
      if (request.headers.authorization === undefined) return gate.admit(request, rule);
      const wait = wrongKeys.size === 0 ? undefined : wrongKeys.wait(request);
      if (wait !== undefined) throw rateLimited(wait.ms, wait);
      try {
        return await gate.admit(request, rule);
      } catch (error) {
        const tooMany = isWrongKey(error) ? wrongKeys.count(request) : undefined;
        throw tooMany === undefined ? error : rateLimited(tooMany.ms, tooMany);
      }
    },
  };
}

function isWrongKey(error: unknown): boolean {
  return error instanceof ApiError && error.code === "KEY_INVALID";
}
