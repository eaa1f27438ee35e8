import { hash } from "node:crypto";

/** What is stored of a key's secret. It is random and long, so a plain hash gives nothing to guess. */
export function hashKeySecret(secret: string): Uint8Array {
  // By way of text, for a buffer that OpenSSL fills costs more than the hash.
  return Buffer.from(hash("sha256", secret, "hex"), "hex");
}
