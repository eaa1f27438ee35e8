import { CodesError } from "./errors.ts";

const minSecretBytes = 16;

/**
 * Takes a secret as bytes.
 *
 * @throws {CodesError} `SECRET_TOO_SHORT`
 */
export function parseSecret(secret: Uint8Array | string): Uint8Array {
  const bytes = typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
  if (bytes.length < minSecretBytes) throw new CodesError("SECRET_TOO_SHORT");
  return bytes;
}
