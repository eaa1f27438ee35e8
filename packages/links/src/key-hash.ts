import { createHash } from "node:crypto";

/** What is stored of a key's secret. It is random and long, so a plain hash gives nothing to guess. */
export function hashKeySecret(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}
