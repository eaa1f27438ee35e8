import type { Unheard } from "@narrows/links";

/** So many names come to about 3 kB, of the 8 kB that proxies take for all headers together. */
const maxNames = 32;

/** Names the nodes that may not know of a change yet. What comes after the 32nd is a `*`. */
export function unheardHeader(unheard: Unheard): Readonly<Record<string, string>> {
  if (unheard.length === 0) return {};
  const names = unheard.length > maxNames ? [...unheard.slice(0, maxNames), "*"] : unheard;
  return { "narrows-unheard": names.join(", ") };
}

/** What the API's description says of that header. */
export const unheardHeaders = {
  "Narrows-Unheard": {
    type: "string",
    description:
      "Nodes that did not say within a second that they follow the change, separated by commas; `*` stands for those that cannot be named. Left out when every live node follows it.",
  },
} as const;
