import { readFileSync } from "node:fs";

/** Expected values that were computed independently; `origin` in the file says how. */
export type Vectors = {
  readonly M: string;
  readonly limit256: string;
  readonly base62: readonly { readonly n: string; readonly base62: string }[];
  readonly hmac7: readonly {
    readonly key_hex: string;
    readonly msg_hex: string;
    readonly digest: string;
    readonly code: string;
  }[];
  readonly snowflake: readonly {
    readonly timestamp_ms: number;
    readonly worker_slot: number;
    readonly generator_epoch: number;
    readonly sequence: number;
    readonly id: string;
    readonly base62: string;
  }[];
  readonly exhaustion: { readonly ms: string };
  readonly hmac7_mapping: readonly { readonly x: string; readonly code: string | null }[];
};

export const vectors: Vectors = JSON.parse(readFileSync(new URL("fixtures/codes.json", import.meta.url), "utf8"));
