/**
 * Keeps one Idempotency-Key for one logical create: pressing the button again after a failure repeats the request
 * under the same key, so it cannot make a second link. Another body, or a create that succeeded, gets a new key.
 *
 * @param {() => string} newKey
 */
export function createIdempotencyKeys(newKey = randomKey) {
  /** @type {{ body: string, key: string } | undefined} */
  let pending;
  return {
    /** @param {string} body */
    keyFor(body) {
      if (pending?.body !== body) pending = { body, key: newKey() };
      return pending.key;
    },
    succeeded() {
      pending = undefined;
    },
  };
}

/** 128 random bits. Not crypto.randomUUID, which browsers hide on plain http. */
function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
