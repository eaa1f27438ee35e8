import { json, longUrl, refuse, text, type CreateCase } from "./create-case.ts";

/** What is wrong around the JSON: size, type, encoding, headers. */
export const envelopeCases: readonly CreateCase[] = [
  ["a body over 64 KiB", text(JSON.stringify({ longUrl, note: "x".repeat(65_536) })), refuse(413, "BODY_TOO_LARGE")],
  [
    "a destination over 8,192 bytes",
    { body: { longUrl: longUrl + "x".repeat(8_192) } },
    refuse(422, "DESTINATION_TOO_LONG", "longUrl"),
  ],
  ["no content type", { headers: {}, body: JSON.stringify({ longUrl }) }, refuse(415, "CONTENT_TYPE_UNSUPPORTED")],
  [
    "a form",
    { headers: { "content-type": "application/x-www-form-urlencoded" }, body: `longUrl=${longUrl}` },
    refuse(415, "CONTENT_TYPE_UNSUPPORTED"),
  ],
  [
    "text",
    { headers: { "content-type": "text/plain" }, body: JSON.stringify({ longUrl }) },
    refuse(415, "CONTENT_TYPE_UNSUPPORTED"),
  ],
  [
    "another charset",
    { headers: { "content-type": "application/json; charset=utf-16" }, body: JSON.stringify({ longUrl }) },
    refuse(415, "CONTENT_TYPE_UNSUPPORTED"),
  ],
  [
    "a content type that only begins like JSON",
    { headers: { "content-type": "application/jsonp" }, body: JSON.stringify({ longUrl }) },
    refuse(415, "CONTENT_TYPE_UNSUPPORTED"),
  ],
  [
    "a compressed body",
    { headers: { ...json, "content-encoding": "gzip" }, body: JSON.stringify({ longUrl }) },
    refuse(415, "CONTENT_ENCODING_UNSUPPORTED"),
  ],
  [
    "an empty Idempotency-Key",
    { headers: { "idempotency-key": "" }, body: { longUrl } },
    refuse(400, "IDEMPOTENCY_KEY_MALFORMED", "Idempotency-Key"),
  ],
  [
    "an Idempotency-Key of 256 characters",
    { headers: { "idempotency-key": "k".repeat(256) }, body: { longUrl } },
    refuse(400, "IDEMPOTENCY_KEY_MALFORMED", "Idempotency-Key"),
  ],
  ["a domain that is not ours", { body: { longUrl, domain: "evil.example" } }, refuse(422, "DOMAIN_UNKNOWN", "domain")],
];
