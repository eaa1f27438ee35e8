import { longUrl, refuse, type CreateCase } from "./create-case.ts";

const malformed = [
  ["an expiry without zone", "2090-01-01T00:00:00"],
  ["an expiry on February 30", "2090-02-30T00:00:00Z"],
  ["an expiry on February 29 of a common year", "2090-02-29T00:00:00Z"],
  ["an expiry in month 13", "2090-13-01T00:00:00Z"],
  ["an expiry at hour 24", "2090-01-01T24:00:00Z"],
  ["an expiry at minute 60", "2090-01-01T00:60:00Z"],
  ["an expiry with an impossible zone", "2090-01-01T00:00:00+25:00"],
  ["a date without time", "2090-01-01"],
  ["an empty expiry", ""],
  ["a word for an expiry", "tomorrow"],
  ["an expiry with a space before it", " 2090-01-01T00:00:00Z"],
  ["an expiry in the year 10000", "+010000-01-01T00:00:00Z"],
] as const;

const past = [
  ["an expiry in the past", "2020-01-01T00:00:00Z"],
  ["an expiry that is past in its zone", "2000-01-01T00:00:00+14:00"],
] as const;

export const dateCases: readonly CreateCase[] = [
  ...malformed.map(([name, at]) => createCase(name, at, refuse(422, "EXPIRY_MALFORMED", "expiresAt"))),
  ...past.map(([name, at]) => createCase(name, at, refuse(422, "EXPIRY_PAST", "expiresAt"))),
];

function createCase(name: string, expiresAt: string, refusal: CreateCase[2]): CreateCase {
  return [name, { body: { longUrl, expiresAt } }, refusal];
}
