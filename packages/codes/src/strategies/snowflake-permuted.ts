import type { CodeStrategy } from "../code-strategy.ts";
import { encodeBlock } from "../snowflake/code.ts";
import { createBlockPermutation } from "../snowflake/permutation.ts";

export type SnowflakePermutedOptions = {
  /** At least 16 bytes; text counts as its UTF-8 bytes. With another one codes can meet those of before. */
  readonly secret: Uint8Array | string;
  /** The next id of a fenced generator, such as `SnowflakeIds` makes; none of them twice. */
  readonly nextId: () => bigint | Promise<bigint>;
};

/**
 * Makes codes of exactly eleven characters that cannot be guessed from one another and never meet: snowflake ids under
 * a keyed permutation of the 64-bit blocks.
 *
 * @throws {CodesError} `SECRET_TOO_SHORT`
 */
export function snowflakePermuted({ secret, nextId }: SnowflakePermutedOptions): CodeStrategy {
  const { permute } = createBlockPermutation(secret);
  return {
    name: "snowflake-permuted",
    next() {
      const id = nextId();
      return typeof id === "bigint" ? encodeBlock(permute(id)) : id.then((later) => encodeBlock(permute(later)));
    },
  };
}
