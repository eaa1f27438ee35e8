import type { CodeStrategy } from "./code-strategy.ts";
import { CodesError } from "./errors.ts";

/** Nine numbers in a row, v1 to v9, are reserved words; a random code is one about once in 10^9. */
const MAX_SKIPS = 32;

/**
 * Makes a strategy pass over reserved words: `healthz` has seven characters, and `v1` is the 1,923rd number.
 *
 * A skipped code counts as an attempt for the strategy, so that one which computes its codes moves on too.
 *
 * @throws {CodesError} `RESERVED_EXHAUSTED` from `next`, when 33 codes in a row are reserved.
 */
export function skipReserved(strategy: CodeStrategy, isReserved: (code: string) => boolean): CodeStrategy {
  return {
    name: strategy.name,
    async next({ destination, attempt }) {
      for (let skips = 0; skips <= MAX_SKIPS; skips += 1) {
        const code = await strategy.next({ destination, attempt: attempt + skips });
        if (!isReserved(code)) return code;
      }
      throw new CodesError("RESERVED_EXHAUSTED");
    },
  };
}
