import type { Edge } from "../edge/edge.ts";

/** Says how long copies outside may still answer as before the change. */
export function edgeDelayHeader({ delaySeconds }: Pick<Edge, "delaySeconds">): Readonly<Record<string, string>> {
  return delaySeconds === undefined ? {} : { "narrows-edge-delay": String(delaySeconds) };
}

/** What the API's description says of that header. */
export const edgeDelayHeaders = {
  "Narrows-Edge-Delay": {
    type: "integer",
    description:
      "For so many seconds a shared cache that follows no denylist may still answer as before. Left out where no copies are kept, or where they are purged.",
  },
} as const;
