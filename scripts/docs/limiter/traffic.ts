/** What one client sends in the pictures, in seconds: the same to every algorithm. */
export type Act = { readonly name: string; readonly fromSeconds: number; readonly toSeconds: number };

export const acts: readonly Act[] = [
  { name: "two bursts", fromSeconds: 3, toSeconds: 20 },
  { name: "steady, 1.25 a second", fromSeconds: 20, toSeconds: 40 },
  { name: "a burst over a boundary, then 2 a second", fromSeconds: 52, toSeconds: 72 },
];

export const trafficEndsAtSeconds = 75;

/** When each request comes, in milliseconds from the beginning, in order. */
export const arrivalsMs: readonly number[] = [
  ...evenly(20, 5_000, 20),
  ...evenly(10, 12_000, 20),
  ...evenly(20, 22_000, 800),
  ...evenly(10, 59_500, 20),
  ...evenly(10, 60_200, 20),
  ...evenly(20, 61_000, 500),
];

function evenly(count: number, fromMs: number, stepMs: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => fromMs + index * stepMs);
}
