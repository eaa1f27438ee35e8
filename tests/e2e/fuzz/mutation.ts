import type { Random } from "../../program/random.ts";
import type { RawRequest } from "./raw-request.ts";

/** Changes one thing about a request, at random. */
export type Mutation = (request: RawRequest, random: Random) => RawRequest;

/** Markup that must never come back in a refusal. */
export const marker = `"><img src=zq onerror=zq()>`;

/** Text that is unwelcome in most places. Latin1: each character is one byte. */
export const oddTexts: readonly string[] = [
  "",
  " ",
  "\0",
  "\t",
  "\x7f",
  "\xff\xfe",
  "\xc0\xaf",
  "%",
  "%zz",
  "%00",
  "%2F",
  "%c0%ae",
  "..",
  "//",
  "\\",
  "*",
  "null",
  "-1",
  "99999999999999999999",
  "__proto__",
  marker,
  "x".repeat(300),
];
