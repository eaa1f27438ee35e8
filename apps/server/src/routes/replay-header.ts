/** Tells that an answer, or a part of it, was given before: the body is the same to the byte. */
export function replayHeader(isReplay: boolean): Readonly<Record<string, string>> {
  return isReplay ? { "idempotency-replayed": "true" } : {};
}
