import { ApiError } from "../problems/index.ts";

/**
 * Reads the Idempotency-Key header: one, of 1 to 255 printable ASCII characters.
 *
 * @param lines Every line of the header: two of them joined would look like one key with a comma.
 * @throws {ApiError} `IDEMPOTENCY_KEY_MALFORMED`
 */
export function parseIdempotencyKey(lines: readonly string[] = []): string | undefined {
  const [key, another] = lines;
  if (key === undefined) return undefined;
  if (another === undefined && /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) return key;
  throw new ApiError("IDEMPOTENCY_KEY_MALFORMED", { field: "Idempotency-Key" });
}
