import { ClickError } from "./click-error.ts";
import { dayMs } from "./time-units.ts";

/**
 * Refuses what needs single clicks that are no longer kept. All instants are in milliseconds since 1970.
 *
 * @param from Where what is needed begins.
 * @param rawBefore Before which instant they were forgotten; 0: none were.
 * @throws {ClickError} `SPAN_NOT_RAW`, with `firstDay`
 */
export function requireRaw(from: number, rawBefore: number): void {
  if (from >= rawBefore) return;
  const firstDay = new Date(Math.ceil(rawBefore / dayMs) * dayMs).toISOString().slice(0, 10);
  throw new ClickError("SPAN_NOT_RAW", `The first UTC day of which all are kept is ${firstDay}.`, { firstDay });
}
