import { createLinkRoute } from "./create-link.ts";
import { createLinksRoute } from "./create-links.ts";
import { deleteLinkRoute } from "./delete-link.ts";
import { editLinkRoute } from "./edit-link.ts";
import { getLinkRoute } from "./get-link.ts";
import { healthzRoute } from "./healthz.ts";
import { listLinksRoute } from "./list-links.ts";
import { metricsRoute } from "./metrics.ts";
import { openApiRoute } from "./openapi.ts";
import { quarantineLinkRoute } from "./quarantine-link.ts";
import { readyzRoute } from "./readyz.ts";
import { releaseLinkRoute } from "./release-link.ts";
import type { Route } from "./route.ts";

/** Every documented address, in the documentation's order. */
export const routes: readonly Route[] = [
  createLinkRoute,
  createLinksRoute,
  listLinksRoute,
  getLinkRoute,
  editLinkRoute,
  deleteLinkRoute,
  quarantineLinkRoute,
  releaseLinkRoute,
  healthzRoute,
  readyzRoute,
  metricsRoute,
  openApiRoute,
];
