/** No parameters at all. */
export const noQuery = { type: "object", additionalProperties: false, properties: {} } as const;

const domain = {
  type: "string",
  minLength: 1,
  maxLength: 253,
  description: "The host name that the link lives on. Default: the key's domain, else that of BASE_URL.",
} as const;

/** Parameters of the requests for one link. */
export const domainQuery = { type: "object", additionalProperties: false, properties: { domain } } as const;

/** 1 to 1000. */
export const limitPattern = "^(?:[1-9][0-9]{0,2}|1000)$";

/** Parameters of GET /v1/urls. Everything in a query is text; the limit becomes a number in the route. */
export const listQuery = {
  type: "object",
  additionalProperties: false,
  properties: {
    cursor: {
      type: "string",
      minLength: 1,
      maxLength: 1000,
      description: "The cursor that the page before ended with.",
    },
    limit: {
      type: "string",
      pattern: limitPattern,
      description:
        "Links on a page: 1 to 1000. Default 50. A page of very long links has fewer; its cursor says that more follow.",
      examples: ["50"],
    },
    q: {
      type: "string",
      minLength: 1,
      maxLength: 253,
      pattern: "^[^\\u0000-\\u001f\\u007f]+$",
      description: "The start of a code, or a destination's host when it contains a dot.",
      examples: ["example.com"],
    },
    tag: { type: "string", minLength: 1, maxLength: 64, description: "Only links with this tag." },
    domain,
  },
} as const;

/** Parameters of GET /v1/denylist. */
export const denylistQuery = {
  type: "object",
  additionalProperties: false,
  properties: {
    since: {
      type: "string",
      pattern: "^[0-9]{1,15}$",
      description: "The position that the answer before ended with. Left out: the list from its start.",
    },
    waitMs: {
      type: "string",
      pattern: "^(?:[0-9]{1,4}|10000)$",
      description: "How long to wait for a change where there is none, in milliseconds: 0 to 10000. Default 0.",
      examples: ["250"],
    },
  },
} as const;

const code = { type: "string", description: "The link's code, case-sensitive.", examples: ["AbC123Z"] } as const;

/** The code in a path. Its form is judged in the route: a malformed code is just one that no link has. */
export const codeParams = { type: "object", required: ["code"], properties: { code } } as const;

/** The code of a link that is followed. */
export const shortCodeParams = { type: "object", required: ["shortCode"], properties: { shortCode: code } } as const;
