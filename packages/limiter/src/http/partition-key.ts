import type { PolicyVerdict } from "../decision.ts";
import { LimiterError } from "../errors.ts";

/** Names one counter of a policy without naming the client. Called for each policy of a decision. */
export type PartitionKey = (
  policy: PolicyVerdict["policy"],
  key: PolicyVerdict["key"],
) => Uint8Array | Promise<Uint8Array>;

export type KeyedPartitionOptions = {
  /** Not empty. Nobody who does not know it can find out whom a key stands for by trying all addresses. */
  readonly secret: string;
};

/** Bytes of the hash that are told: enough that two clients do not meet, short enough for a header. */
const keyBytes = 12;

/**
 * A partition key by HMAC-SHA-256 (Web Crypto), of 12 bytes.
 *
 * @throws {LimiterError} `HTTP_OPTION_INVALID`
 */
export function keyedPartition({ secret }: KeyedPartitionOptions): PartitionKey {
  if (typeof secret !== "string" || secret === "") {
    throw new LimiterError("HTTP_OPTION_INVALID", "keyedPartition: `secret` is not a text, or empty.");
  }
  const text = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  let imported: ReturnType<typeof crypto.subtle.importKey> | undefined;
  return async (policy, key) => {
    // Only now: Workers do no cryptography before their first request.
    imported ??= crypto.subtle.importKey("raw", text.encode(secret), algorithm, false, ["sign"]);
    const message = JSON.stringify([policy, ...key]);
    const hash = await crypto.subtle.sign("HMAC", await imported, text.encode(message));
    return new Uint8Array(hash, 0, keyBytes);
  };
}
