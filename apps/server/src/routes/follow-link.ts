import { shortCodeParams } from "../schemas/query-schemas.ts";
import { storeProblems } from "./documented-problems.ts";
import type { Documented } from "./route.ts";

const description = "The destination is in `Location`.";

/** Following a link, which is answered before the framework: it is documented here and mounted nowhere. */
export const followLink: Documented = {
  method: "GET",
  url: "/:shortCode",
  access: "public",
  params: shortCodeParams,
  operation: {
    operationId: "followLink",
    tag: "Links",
    summary: "Follow a link",
    description:
      "Answers with the redirect that the link has; HEAD does the same. Query and fragment count for nothing. Where the " +
      "link leads nowhere, a browser gets a page with the reason and a program the problem. A link with `maxClicks` counts what " +
      "people open; one that opens once tells bots, previews, HEAD and prefetches nothing of its destination.",
    answers: {
      200: {
        description:
          "The link opens once, and this request is not from somebody who would open it: a page without the destination.",
      },
      301: { description },
      302: { description },
      307: { description },
      308: { description },
      403: { description: "A browser asks ahead of its reader, of any link with `maxClicks`: no page." },
    },
    problems: [
      "LINK_UNKNOWN",
      "METHOD_NOT_ALLOWED",
      "LINK_GONE",
      "LINK_EXPIRED",
      "LINK_SPENT",
      "LINK_BLOCKED",
      "RATE_LIMITED",
      "INTERNAL",
      ...storeProblems,
    ],
  },
};
