import { clickClasses, clickDimensions, grains } from "@narrows/clicks";
import { domainQuery, limitPattern } from "./query-schemas.ts";

/** What of a period is judged by its form here is only its length: reports say better what is wrong with it. */
const periodFields = {
  from: {
    type: "string",
    minLength: 1,
    maxLength: 40,
    description:
      "Where the period begins: an instant with its offset (RFC 3339), a date, or a time before its end such as `90m`, `24h`, `7d` or `4w`; days and weeks are those of the calendar. Default: `7d`.",
    examples: ["7d"],
  },
  to: {
    type: "string",
    minLength: 1,
    maxLength: 40,
    description:
      "Where it ends: an instant, or a date, which is in it as a whole. Default: the end of this quarter-hour, of this minute with `grain=minute`.",
  },
  zone: {
    type: "string",
    minLength: 1,
    maxLength: 64,
    description: "The IANA name of the time zone whose days these are. Default: UTC.",
    examples: ["Asia/Seoul"],
  },
} as const;

const classField = {
  type: "string",
  enum: [...clickClasses, "all"],
  description:
    "Which clicks count. `human`: people. `bot`, `preview`, `prefetch`, `head`: programs, each kept apart. `all`: people and programs together. Default: `human`.",
} as const;

const compare = {
  type: "string",
  enum: ["previous"],
  description:
    "`previous`: also what the period before had, moved back by whole months or days where the period is made of them.",
} as const;

const { domain } = domainQuery.properties;

/** Parameters of GET /v1/urls/{code}/stats. */
export const statsQuery = {
  type: "object",
  additionalProperties: false,
  properties: { ...periodFields, class: classField, compare, domain },
} as const;

/** Parameters of GET /v1/urls/{code}/timeseries. */
export const timeseriesQuery = {
  type: "object",
  additionalProperties: false,
  properties: {
    ...periodFields,
    grain: {
      type: "string",
      enum: grains,
      description:
        "How long each bucket is. Weeks begin on Monday. Minutes are there for as long as single clicks are kept. Default: `hour` for up to two days, `day` for up to 400, else `month`.",
    },
    class: classField,
    compare,
    domain,
  },
} as const;

const limit = {
  type: "string",
  pattern: limitPattern,
  description: "How many: 1 to 1000. Default 10.",
  examples: ["10"],
} as const;

/** Parameters of GET /v1/urls/{code}/breakdown. */
export const breakdownQuery = {
  type: "object",
  additionalProperties: false,
  required: ["dimension"],
  properties: {
    dimension: { type: "string", enum: clickDimensions, description: "By what clicks are told apart." },
    ...periodFields,
    class: classField,
    limit,
    domain,
  },
} as const;

/** Parameters of GET /v1/stats/top. */
export const topQuery = {
  type: "object",
  additionalProperties: false,
  properties: { ...periodFields, class: classField, limit },
} as const;

/** Parameters of GET /v1/urls/{code}/live. */
export const liveQuery = {
  type: "object",
  additionalProperties: false,
  properties: { class: classField, domain },
} as const;

/** Parameters of GET /v1/urls/{code}/clicks. */
export const exportQuery = {
  type: "object",
  additionalProperties: false,
  properties: {
    ...periodFields,
    class: classField,
    format: {
      type: "string",
      enum: ["json", "csv"],
      description: "`csv`: for spreadsheet programs (RFC 4180). Default: `json`.",
    },
    domain,
  },
} as const;
