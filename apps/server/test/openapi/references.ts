import { linkSchema, problemSchema } from "../../src/schemas/answer-schemas.ts";
import { createSchema } from "../../src/schemas/link-schemas.ts";
import { countedLinkSchema } from "../../src/schemas/stats-schemas.ts";

/** Schemas that stand in many places and get a name in the document. */
export const named: ReadonlyMap<object, string> = new Map<object, string>([
  [linkSchema, "Link"],
  [countedLinkSchema, "CountedLink"],
  [problemSchema, "Problem"],
  [createSchema, "NewLink"],
]);

/** Puts references where a named schema stands; `at` itself stays when it is the one that is being named. */
export function withReferences(at: unknown, isRoot = false): unknown {
  if (typeof at !== "object" || at === null) return at;
  const name = named.get(at);
  if (name !== undefined && !isRoot) return { $ref: `${name}#` };
  if (Array.isArray(at)) return at.map((item) => withReferences(item));
  return Object.fromEntries(Object.entries(at).map(([key, value]) => [key, withReferences(value)]));
}
