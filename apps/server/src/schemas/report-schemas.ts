import { plainText } from "./link-fields.ts";
import { limitPattern } from "./query-schemas.ts";

const category = {
  type: "string",
  enum: ["phishing", "malware", "spam", "other"],
  description: "What is wrong with the link.",
} as const;

/** The body of POST /v1/reports. */
export const reportSchema = {
  type: "object",
  additionalProperties: false,
  required: ["shortCode", "category"],
  properties: {
    shortCode: {
      type: "string",
      minLength: 1,
      maxLength: 64,
      description: "The link's code, case-sensitive.",
      examples: ["AbC123Z"],
    },
    domain: {
      type: "string",
      minLength: 1,
      maxLength: 253,
      description: "The host name that the link lives on. Default: that of BASE_URL.",
    },
    category,
    text: {
      type: "string",
      maxLength: 1000,
      pattern: plainText,
      description: "What you saw, for the moderators.",
      examples: ["It asks for my bank's password."],
    },
  },
} as const;

/** The answer to POST /v1/reports, always the same. */
export const receivedSchema = {
  type: "object",
  description: "The report has come.",
  required: ["status"],
  properties: { status: { type: "string", enum: ["received"] } },
} as const;

/** Parameters of GET /v1/reports. */
export const reportsQuery = {
  type: "object",
  additionalProperties: false,
  properties: {
    cursor: {
      type: "string",
      pattern: "^[0-9]{1,15}$",
      description: "The cursor that the page before ended with.",
    },
    limit: {
      type: "string",
      pattern: limitPattern,
      description: "Reports on a page: 1 to 1000. Default 50.",
      examples: ["50"],
    },
  },
} as const;

/** One page of reports. */
export const reportsSchema = {
  type: "object",
  description: "One page of reports, oldest first.",
  required: ["reports", "cursor"],
  properties: {
    reports: {
      type: "array",
      items: {
        type: "object",
        required: ["id", "shortCode", "domain", "category", "text", "reportedAt"],
        properties: {
          id: { type: "string" },
          shortCode: { type: "string" },
          domain: { type: "string" },
          category,
          text: { type: ["string", "null"] },
          reportedAt: { type: "string", format: "date-time" },
        },
      },
    },
    cursor: { type: ["string", "null"], description: "Where the next page starts; null on the last one." },
  },
} as const;

const id = { type: "string", description: "The report's id.", examples: ["17"] } as const;

/** The id in a path. Its form is judged in the route: a malformed one is just one that no report has. */
export const reportParams = { type: "object", required: ["id"], properties: { id } } as const;

/** The body of POST /v1/reports/{id}/settle. */
export const settleSchema = {
  type: "object",
  additionalProperties: false,
  required: ["action"],
  properties: {
    action: {
      type: "string",
      enum: ["dismiss", "quarantine"],
      description: "`dismiss`: forget this report. `quarantine`: quarantine its link, and settle every report of it.",
    },
    reason: {
      type: "string",
      minLength: 1,
      maxLength: 500,
      pattern: plainText,
      description:
        "The reason of the quarantine, with that action alone. Default: `report: ` and the report's category, such as `report: phishing`.",
    },
  },
} as const;

/** The answer to POST /v1/reports/{id}/settle. */
export const settledSchema = {
  type: "object",
  description: "How many reports were settled.",
  required: ["settled"],
  properties: { settled: { type: "integer" } },
} as const;
