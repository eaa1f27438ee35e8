/** Milliseconds as the whole seconds of a header: rounded up, so that nobody comes too early. */
export function wholeSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
