import reservedCodes from "./reserved-codes.json" with { type: "json" };

const reserved: ReadonlySet<string> = new Set(reservedCodes.flatMap((group) => group.codes));

/** Asks whether a code is kept for the service itself, in whatever letter case; the list and its reasons are data. */
export function isReserved(code: string): boolean {
  return reserved.has(code.toLowerCase());
}
