import { createHmac, createSecretKey } from "node:crypto";

/**
 * Prepares HMAC-SHA256 (RFC 2104, FIPS 180-4) under one key.
 *
 * The key is imported once: handing its bytes over at every call costs several times the hash itself.
 */
export function hmacSha256(key: Uint8Array): (message: Uint8Array) => Uint8Array {
  const secretKey = createSecretKey(key);
  return (message) => createHmac("sha256", secretKey).update(message).digest();
}
