import { json, longUrl, refuse, text, type CreateCase } from "./create-case.ts";

export const jsonCases: readonly CreateCase[] = [
  ["no body", { headers: json }, refuse(400, "BODY_MISSING")],
  ["JSON that is cut off", text(`{"longUrl":"${longUrl}"`), refuse(400, "BODY_MALFORMED")],
  ["JSON with a comma too many", text(`{"longUrl":"${longUrl}",}`), refuse(400, "BODY_MALFORMED")],
  ["two JSON values", text(`{"longUrl":"${longUrl}"}{}`), refuse(400, "BODY_MALFORMED")],
  ["a byte order mark", text(`\ufeff{"longUrl":"${longUrl}"}`), refuse(400, "BODY_MALFORMED")],
  [
    "broken UTF-8",
    { headers: json, body: Buffer.from(`{"longUrl":"${longUrl}\xff"}`, "latin1") },
    refuse(400, "BODY_MALFORMED"),
  ],
  ["half a surrogate pair", text(`{"longUrl":"${longUrl}","note":"\\ud800"}`), refuse(400, "BODY_MALFORMED")],
  ["a body that is nested 10,000 deep", text(nested(10_000)), refuse(400, "BODY_TOO_DEEP")],
  [
    "a field that is nested deeply",
    text(`{"longUrl":"${longUrl}","tags":${nested(100)}}`),
    refuse(400, "BODY_TOO_DEEP"),
  ],
  [
    "a field twice",
    text(`{"longUrl":"${longUrl}","longUrl":"https://evil.example/"}`),
    refuse(400, "DUPLICATE_FIELD", "longUrl"),
  ],
  [
    "a field twice, once in escapes",
    text(`{"longUrl":"${longUrl}","longUr\\u006c":"https://evil.example/"}`),
    refuse(400, "DUPLICATE_FIELD", "longUrl"),
  ],
  [
    "a __proto__ key",
    text(`{"longUrl":"${longUrl}","__proto__":{"alias":"x"}}`),
    refuse(400, "UNKNOWN_FIELD", "__proto__"),
  ],
  [
    "a constructor key",
    text(`{"longUrl":"${longUrl}","constructor":{"prototype":{}}}`),
    refuse(400, "UNKNOWN_FIELD", "constructor"),
  ],
  ["an unknown field", { body: { longUrl, colour: "red" } }, refuse(400, "UNKNOWN_FIELD", "colour")],
  ["a field in other letter case", { body: { longUrl, ALIAS: "x" } }, refuse(400, "UNKNOWN_FIELD", "ALIAS")],
  ["no longUrl", { body: {} }, refuse(400, "MISSING_FIELD", "longUrl")],
  ["an array", { body: [{ longUrl }] }, refuse(400, "INVALID_TYPE")],
  ["null", text("null"), refuse(400, "INVALID_TYPE")],
  ["a text", text(`"${longUrl}"`), refuse(400, "INVALID_TYPE")],
];

function nested(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}
