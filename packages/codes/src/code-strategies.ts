import type { CodeStrategy } from "./code-strategy.ts";
import { digest, type DigestOptions } from "./strategies/digest.ts";
import { hmac7, type Hmac7Options } from "./strategies/hmac7.ts";
import { sequence, type SequenceOptions } from "./strategies/sequence.ts";
import { snowflakePermuted, type SnowflakePermutedOptions } from "./strategies/snowflake-permuted.ts";
import { snowflake, type SnowflakeOptions } from "./strategies/snowflake.ts";

/** What any of the strategies may need; each takes its share. */
export type CodeStrategyOptions = Hmac7Options &
  SequenceOptions &
  DigestOptions &
  SnowflakeOptions &
  SnowflakePermutedOptions;

/** Every strategy by the value of CODE_STRATEGY that selects it. A new one is a file in strategies/ and a row here. */
export const codeStrategies = {
  hmac7,
  sequence,
  digest,
  snowflake,
  "snowflake-permuted": snowflakePermuted,
} as const satisfies Readonly<Record<string, (options: CodeStrategyOptions) => CodeStrategy>>;

export type CodeStrategyName = keyof typeof codeStrategies;
