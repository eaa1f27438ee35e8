import { StoreFailure } from "../../store-failure.ts";

/**
 * The numbers of a script's reply, if it is one: whole, below 2^53, the server's time first.
 *
 * @throws {StoreFailure} `STORE_REFUSED`
 */
export function readNumbers(reply: unknown): readonly number[] {
  if (!Array.isArray(reply)) throw malformed("it is no list");
  // Some clients can be told to give numbers in another form.
  const numbers: readonly unknown[] = reply.every(Number.isSafeInteger) ? reply : reply.map(toNumber);
  if (!areCounts(numbers)) throw malformed("it has something else than whole numbers");
  const [atMicros = -1] = numbers;
  if (atMicros < 0) throw malformed("it has no time");
  return numbers;
}

/** That a reply is none of the script's, such as one that somebody on the way has changed. Nobody may pass by it. */
export function malformed(why: string): StoreFailure {
  return new StoreFailure("STORE_REFUSED", `Redis: the reply is none of the script's: ${why}.`);
}

/** A number of a reply that has to be in a range. @throws {StoreFailure} `STORE_REFUSED` */
export function inRange(value: number | undefined, least: number, most: number): number {
  if (value === undefined || value < least || value > most) throw malformed(`${value} is not ${least} to ${most}`);
  return value;
}

function areCounts(numbers: readonly unknown[]): numbers is readonly number[] {
  return numbers.every(Number.isSafeInteger);
}

function toNumber(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
}
