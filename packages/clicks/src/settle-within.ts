/** Waits until it has ended in any way, and no longer than that. */
export async function settleWithin(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise.catch(() => undefined), deadline]);
  clearTimeout(timer);
}
