import { purposes } from "./purpose.ts";

/** A name and no address: the file itself lies in docs/reference. */
const schemaId = "urn:narrows:policies";

const count = { type: "integer", minimum: 1, maximum: 1_000_000_000 } as const;
/** As every duration of the configuration: a whole number of ms, s, m, h or d. */
const duration = { type: "string", pattern: "^[1-9][0-9]{0,6}(ms|s|m|h|d)$" } as const;
/** A string of RFC 9651: it stands in headers. */
const word = { type: "string", pattern: "^[ -~]{1,64}$" } as const;

const common = {
  name: { ...word, description: "How answers and headers call the policy; each name once." },
  for: { enum: purposes, description: "What is counted." },
  per: { enum: ["key", "address"], description: "What has a counter of its own." },
  except: {
    type: "array",
    maxItems: 2,
    // Items of a type that is known are compared in one pass, all others each with each.
    items: { type: "string", enum: ["keys", "local"] },
    uniqueItems: true,
    description: "Whom it leaves alone: requests with a valid key; the person at this machine.",
  },
  note: { type: "string", maxLength: 500, description: "A remark for whoever reads the file." },
  shadow: { type: "boolean", description: "Count and report, but refuse nobody." },
  version: { ...word, description: "With another version every counter begins afresh." },
} as const;

const windowed = { limit: count, window: duration } as const;
const refilled = { refill: count, every: duration } as const;

const branches = [
  policy("fixed-window", windowed, { alignment: { enum: ["epoch", "first-request"] } }),
  policy("sliding-window-log", windowed),
  policy("sliding-window-counter", windowed, { buckets: { type: "integer", minimum: 1, maximum: 60 } }),
  policy("token-bucket", { capacity: count, ...refilled }, { refillMode: { enum: ["continuous", "interval"] } }),
  policy("gcra", { burst: count, ...refilled }),
  policy("leaky-bucket", { capacity: count, ...refilled }),
];

/** A policy of whatever algorithm: all that can be said of one that names none. A field is the same in each. */
export const anyPolicySchema = {
  type: "object",
  required: ["name", "for", "per"],
  additionalProperties: false,
  properties: {
    ...Object.fromEntries(branches.flatMap(({ properties }) => Object.entries<object>(properties))),
    algorithm: true,
  },
} as const;

/** JSON Schema (draft 7) of a policies file. */
export const policiesSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  $id: schemaId,
  title: "Policies of the Narrows link service",
  type: "object",
  required: ["policies"],
  additionalProperties: false,
  properties: {
    policies: {
      type: "array",
      maxItems: 100,
      description: "Every limit, in place of the built-in ones. An empty list: nothing is limited.",
      items: {
        type: "object",
        required: ["algorithm"],
        discriminator: { propertyName: "algorithm" },
        oneOf: branches,
      },
    },
  },
} as const;

function policy(algorithm: string, needed: object, optional: object = {}) {
  return {
    type: "object",
    required: ["name", "for", "per", "algorithm", ...Object.keys(needed)],
    additionalProperties: false,
    properties: { ...common, algorithm: { const: algorithm }, ...needed, ...optional },
  };
}
