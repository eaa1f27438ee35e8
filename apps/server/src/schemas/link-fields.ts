import { maxClicksRange } from "@narrows/links";

/** What a tag is made of: no control characters, which no terminal or page should be made to show. */
const printable = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$";

/** What people write: tabs and line breaks, but nothing else that a terminal would obey. */
export const plainText = "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$";

/**
 * The settings of a link that a client may send, as JSON Schema. Form only: whether a destination, an alias or an
 * instant is acceptable is the link rules' business.
 */
export const linkFields = {
  longUrl: {
    type: "string",
    description:
      "Where the link leads: an absolute http or https URL of at most 8,192 bytes. Printable ASCII goes out byte for byte, anything else as the URL parser writes it; control characters are refused.",
    examples: ["https://example.com/a?b=c"],
  },
  alias: {
    type: "string",
    description: "A code of your choice: 1 to 64 of A-Z, a-z, 0-9, '-' and '_'. Default: a generated code.",
    examples: ["my-promo"],
  },
  domain: {
    type: "string",
    maxLength: 253,
    description: "One of the service's host names. Default: the key's domain, else that of BASE_URL.",
    examples: ["go.example.com"],
  },
  expiresAt: {
    type: ["string", "null"],
    description: "RFC 3339 with a zone, in the future. From this instant on the link answers 410. null: never.",
    examples: ["2030-01-01T00:00:00+09:00"],
  },
  tags: {
    type: "array",
    maxItems: 20,
    items: { type: "string", minLength: 1, maxLength: 64, pattern: printable },
    description: "Words to find the link by. Kept sorted, without repetition.",
    examples: [["spring"]],
  },
  note: {
    type: ["string", "null"],
    maxLength: 1000,
    pattern: plainText,
    description: "A remark for yourself. null clears it.",
    examples: ["For the printed flyer"],
  },
  maxClicks: {
    type: ["integer", "null"],
    minimum: maxClicksRange.min,
    maximum: maxClicksRange.max,
    description:
      "How many people the link lets through before it answers 410; bots, previews and prefetches do not count. With 302 or 307 only. null: any number.",
    examples: [1],
  },
  status: {
    type: "integer",
    enum: [301, 302, 307, 308],
    description: "The redirect's status. Default 302; browsers remember a 301 or 308 for good.",
    examples: [302],
  },
} as const;
