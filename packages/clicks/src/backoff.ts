/** Waits that grow from try to try, each by a random part shorter so that nobody meets the others again. */
export type Backoff = { readonly firstMs: number; readonly mostMs: number };

/**
 * @param failures From 1 on.
 * @param random From 0 to below 1.
 */
export function backoffMs({ firstMs, mostMs }: Backoff, failures: number, random: number): number {
  const whole = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return whole * (1 - random / 2);
}
