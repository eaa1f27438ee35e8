import { codeMessage } from "../code-message.ts";
import type { CodeStrategy } from "../code-strategy.ts";
import { hmacSha256 } from "../hmac-sha256.ts";
import { takeRandom, type RandomSource } from "../random-source.ts";
import { parseSecret } from "../secret.ts";
import { drawUniformCode } from "../uniform.ts";

export type Hmac7Options = {
  /** At least 16 bytes; text counts as its UTF-8 bytes. It keeps codes unguessable should the random source fail to. */
  readonly secret: Uint8Array | string;
  readonly randomBytes: RandomSource;
};

const RANDOM_BYTES = 16;

/**
 * Makes codes of exactly seven characters that cannot be guessed from one another.
 *
 * HMAC-SHA256 over 24 bytes: 16 random ones ‖ collision attempt (u32 BE) ‖ rejections (u32 BE), mapped uniformly to
 * the 62^7 codes. The destination is no part of it: equal destinations get unrelated codes, and nobody can test
 * whether a destination was shortened. Among six thousand million links 0.17 % of new codes are taken: that the store
 * refuses one is normal, the caller asks again.
 *
 * @throws {CodesError} `SECRET_TOO_SHORT`
 */
export function hmac7(options: Hmac7Options): CodeStrategy {
  const digest = hmacSha256(parseSecret(options.secret));
  return {
    name: "hmac7",
    next({ attempt }) {
      const random = takeRandom(options.randomBytes, RANDOM_BYTES);
      return drawUniformCode((rejections) => digest(codeMessage(random, attempt, rejections)));
    },
  };
}
