import { linkFields, plainText } from "./link-fields.ts";

/** The body of POST /v1/urls. */
export const createSchema = {
  type: "object",
  additionalProperties: false,
  required: ["longUrl"],
  properties: {
    ...linkFields,
    reuse: {
      type: "boolean",
      description:
        "true: answer with your live link of the same destination and settings, where there is one. Without a key no link is yours, and a new one is made; so it is with maxClicks, which is nobody else's.",
    },
  },
} as const;

/** The body of PATCH /v1/urls/{code}. Absent fields stay as they are. */
export const editSchema = {
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  properties: {
    longUrl: linkFields.longUrl,
    expiresAt: linkFields.expiresAt,
    tags: linkFields.tags,
    note: linkFields.note,
    maxClicks: linkFields.maxClicks,
    status: linkFields.status,
    enabled: { type: "boolean", description: "false: the link answers 410 until it is true again." },
  },
} as const;

/** The body of POST /v1/urls/bulk. */
export const bulkSchema = {
  type: "object",
  additionalProperties: false,
  required: ["links"],
  properties: {
    links: { type: "array", minItems: 1, maxItems: 1000, items: createSchema, description: "1 to 1,000 links." },
  },
} as const;

/** The body of POST /v1/urls/{code}/quarantine. */
export const quarantineSchema = {
  type: "object",
  additionalProperties: false,
  required: ["reason"],
  properties: {
    reason: {
      type: "string",
      minLength: 1,
      maxLength: 500,
      pattern: plainText,
      description: "Why, for the owner and other moderators.",
      examples: ["Reported as phishing"],
    },
  },
} as const;
