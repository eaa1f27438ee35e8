/** Whether so much time has passed since an instant; also where the clock was put back to before it. */
export function hasPassed(ms: number, since: number, now: number): boolean {
  return now < since || now - since >= ms;
}
