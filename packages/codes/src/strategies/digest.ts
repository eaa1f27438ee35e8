import { codeMessage } from "../code-message.ts";
import type { CodeStrategy } from "../code-strategy.ts";
import { takeRandom, type RandomSource } from "../random-source.ts";
import { sha256 } from "../sha256.ts";
import { drawUniformCode } from "../uniform.ts";

export type DigestOptions = {
  readonly randomBytes: RandomSource;
};

const NONCE_BYTES = 8;
const NO_NONCE = new Uint8Array(NONCE_BYTES);

/**
 * Makes codes of seven characters from the destination. **This hides nothing**: no secret is involved, so whoever can
 * guess a destination can compute its code and see whether it was shortened. Take `hmac7` for anything public.
 *
 * SHA-256 over nonce (8 bytes) ‖ collision attempt (u32 BE) ‖ rejections (u32 BE) ‖ destination (UTF-8), cut down to
 * the 62^7 codes by the same uniform mapping as `hmac7`. The nonce is zero at the first attempt, so that the first
 * link to a destination has a code that can be computed again, and random from the second attempt on: further links to
 * the same destination find that code taken and never run out of others.
 */
export function digest(options: DigestOptions): CodeStrategy {
  return {
    name: "digest",
    next({ destination, attempt }) {
      const nonce = attempt === 0 ? NO_NONCE : takeRandom(options.randomBytes, NONCE_BYTES);
      return drawUniformCode((rejections) => sha256(codeMessage(nonce, attempt, rejections), destination));
    },
  };
}
