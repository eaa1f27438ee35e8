import { clickClasses, clickDimensions, grains } from "@narrows/clicks";
import { linkSchema } from "./answer-schemas.ts";

const instant = { type: "string", format: "date-time" } as const;
const count = { type: "integer", minimum: 0 } as const;

const asOf = {
  type: ["string", "null"],
  format: "date-time",
  description: "Up to this instant every click that the log had is counted; null where nobody can tell.",
} as const;

/** How many clicks a link has. */
const clickCount = {
  type: "object",
  required: ["clicks", "asOf"],
  properties: { clicks: { ...count, description: "Clicks of people, since ever." }, asOf },
} as const;

/** A link with its clicks. */
export const countedLinkSchema = {
  ...linkSchema,
  properties: {
    ...linkSchema.properties,
    clickCount: {
      ...clickCount,
      type: ["object", "null"],
      description: "null where clicks are not counted, or cannot be read at the moment.",
    },
  },
} as const;

/** One page of links. */
export const pageSchema = {
  type: "object",
  description: "One page of links, newest first.",
  required: ["links", "cursor"],
  properties: {
    links: { type: "array", items: countedLinkSchema },
    cursor: { type: ["string", "null"], description: "Where the next page starts; null on the last one." },
  },
} as const;

const periodFields = {
  from: instant,
  to: { ...instant, description: "The period ends right before it." },
  zone: { type: "string" },
} as const;

const linkFields = { shortCode: { type: "string" }, domain: { type: "string" } } as const;

const countedClass = { type: "string", enum: [...clickClasses, "all"] } as const;

const visitors = {
  ...count,
  description:
    "Different readers among people. A reader counts once for each UTC day, and those who ask not to be tracked do not count. About 2 in 100 off where there are many.",
} as const;

const byClass = {
  type: "object",
  properties: Object.fromEntries(clickClasses.map((name) => [name, count])),
} as const;

const counts = {
  clicks: { ...count, description: "Those of the class that was asked for." },
  byClass,
  visitors,
} as const;

/** The answer of GET /v1/urls/{code}/stats. */
export const statsSchema = {
  type: "object",
  description: "What was counted in a period.",
  required: ["shortCode", "domain", "from", "to", "zone", "class", "clicks", "byClass", "visitors", "clickCount"],
  properties: {
    ...linkFields,
    ...periodFields,
    class: countedClass,
    ...counts,
    clickCount,
    previous: {
      type: "object",
      description: "The period before; left out unless it was asked for.",
      properties: { ...periodFields, ...counts },
    },
  },
} as const;

const buckets = {
  type: "array",
  description: "Every bucket in the order of time, also those without clicks.",
  items: { type: "object", properties: { from: instant, clicks: count, visitors: count } },
} as const;

/** The answer of GET /v1/urls/{code}/timeseries. */
export const timeseriesSchema = {
  type: "object",
  description: "The clicks of each bucket of a period.",
  required: ["shortCode", "domain", "from", "to", "zone", "class", "grain", "buckets", "asOf"],
  properties: {
    ...linkFields,
    ...periodFields,
    class: countedClass,
    grain: { type: "string", enum: grains },
    buckets,
    asOf,
    previous: {
      type: "object",
      description: "The period before; left out unless it was asked for.",
      properties: { ...periodFields, buckets },
    },
  },
} as const;

/** The answer of GET /v1/urls/{code}/breakdown. */
export const breakdownSchema = {
  type: "object",
  description: "The clicks of a period by one of their dimensions.",
  required: ["shortCode", "domain", "from", "to", "zone", "class", "dimension", "values", "clicks", "asOf"],
  properties: {
    ...linkFields,
    ...periodFields,
    class: countedClass,
    dimension: { type: "string", enum: clickDimensions },
    values: {
      type: "array",
      items: {
        type: "object",
        properties: {
          value: {
            type: ["string", "null"],
            description: "null: not known. `(other)`: values beyond those that are kept apart.",
          },
          clicks: count,
        },
      },
    },
    clicks: { ...count, description: "Of all values together." },
    asOf,
  },
} as const;

/** The answer of GET /v1/stats/top. */
export const topSchema = {
  type: "object",
  description: "The links with the most clicks in a period.",
  required: ["from", "to", "zone", "class", "links", "isComplete", "asOf"],
  properties: {
    ...periodFields,
    class: countedClass,
    links: {
      type: "array",
      items: { type: "object", properties: { ...linkFields, shortUrl: { type: "string" }, clicks: count } },
    },
    isComplete: {
      type: "boolean",
      description: "False: you have more links than are looked at, and only the newest 5,000 were.",
    },
    asOf,
  },
} as const;

/** One click as its link's owner sees it. */
const clickSchema = {
  type: "object",
  properties: {
    id: { type: "string" },
    at: instant,
    class: { type: "string", enum: clickClasses },
    reason: { type: "string", description: "What decided the class." },
    status: { type: "integer", description: "The status of the redirect." },
    visitor: {
      type: ["string", "null"],
      description: "The same for one reader of this link during one UTC day; null for one who asks not to be tracked.",
    },
    ...Object.fromEntries(clickDimensions.map((name) => [name, { type: ["string", "null"] } as const])),
  },
} as const;

/** The answer of GET /v1/urls/{code}/clicks. */
export const exportSchema = {
  type: "object",
  description: "The clicks of a period, one by one.",
  required: ["clicks"],
  properties: { clicks: { type: "array", items: clickSchema } },
} as const;
