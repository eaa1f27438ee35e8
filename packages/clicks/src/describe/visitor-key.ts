import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { DailySalts } from "./salts/daily-salts.ts";
import { saltDayOf } from "./salts/salt-day.ts";
import { agentBounds } from "./text-memory.ts";
import type { VisitHeaders } from "./visit-headers.ts";

/** In hexadecimal: 64 bits. Among a million visitors of a day two share a key on one of 37 million days. */
const keyLength = 16;

type Reader = {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** In one spelling, of IPv6 the whole of it. */
  readonly address: string | undefined;
  readonly headers: VisitHeaders;
};

/**
 * Makes a function that names a reader for the rest of the UTC day: a keyed hash (HMAC-SHA-256) of address and user agent
 * under the day's salt.
 *
 * The domain is left out: a service counts a reader of two of its domains once.
 *
 * @returns Null where the address is not known, the day's salt is not to be had, or the reader asked not to be tracked.
 */
export function createVisitorKey(salts: Pick<DailySalts, "of">): (reader: Reader) => string | null {
  // Making a key costs many times as much as using it. It goes with its salt.
  const keys = new WeakMap<Uint8Array, KeyObject>();
  const keyOf = (salt: Uint8Array): KeyObject => {
    const known = keys.get(salt);
    if (known !== undefined) return known;
    const key = createSecretKey(salt);
    keys.set(salt, key);
    return key;
  };
  return ({ at, address, headers }) => {
    if (address === undefined || asksNotToBeTracked(headers)) return null;
    const salt = salts.of(saltDayOf(at));
    if (salt === undefined) return null;
    const userAgent = (headers.get("user-agent") ?? "").slice(0, agentBounds.maxLength);
    // No address holds a NUL, so no two pairs read alike.
    return createHmac("sha256", keyOf(salt)).update(`${address}\0${userAgent}`).digest("hex").slice(0, keyLength);
  };
}

/** Do Not Track, and Global Privacy Control, which follows it. */
function asksNotToBeTracked(headers: VisitHeaders): boolean {
  return headers.get("dnt")?.trim() === "1" || headers.get("sec-gpc")?.trim() === "1";
}
