/**
 * Waits until it has ended in any way, and no longer than that.
 *
 * @returns Whether it has ended by then.
 */
export async function settleWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const ended = promise.then(
    () => true,
    () => true,
  );
  const hasEnded = await Promise.race([ended, deadline]);
  clearTimeout(timer);
  return hasEnded;
}
