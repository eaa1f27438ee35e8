import { ApiError } from "../problems/index.ts";

/**
 * Reads the Idempotency-Key header: 1 to 255 printable ASCII characters.
 *
 * @throws {ApiError} `IDEMPOTENCY_KEY_MALFORMED`
 */
export function parseIdempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === "string" && /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(header)) return header;
  throw new ApiError("IDEMPOTENCY_KEY_MALFORMED", { field: "Idempotency-Key" });
}
