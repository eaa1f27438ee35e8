import { encodeBase62 } from "../base62.ts";
import type { CodeStrategy } from "../code-strategy.ts";

export type SnowflakeOptions = {
  /** The next id of a fenced generator, such as `SnowflakeIds` makes; none of them twice. */
  readonly nextId: () => bigint | Promise<bigint>;
};

/**
 * Makes codes of at most eleven characters without asking the store: ids of 63 bits in base 62. That none comes twice
 * is their structure, see `snowflake/layout.ts`; the store's key is the last net only.
 *
 * A code tells when and by which node it was made, and its neighbours can be guessed: for links that nobody may find
 * by trying, take `snowflake-permuted` or `hmac7`.
 */
export function snowflake({ nextId }: SnowflakeOptions): CodeStrategy {
  return {
    name: "snowflake",
    next() {
      const id = nextId();
      return typeof id === "bigint" ? encodeBase62(id) : id.then((later) => encodeBase62(later));
    },
  };
}
