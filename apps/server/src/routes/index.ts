import { createLinkRoute } from "./create-link.ts";
import { createLinksRoute } from "./create-links.ts";
import { createReportRoute } from "./create-report.ts";
import { deleteLinkRoute } from "./delete-link.ts";
import { editLinkRoute } from "./edit-link.ts";
import { exportClicksRoute } from "./export-clicks.ts";
import { followClicksRoute } from "./follow-clicks.ts";
import { followLink } from "./follow-link.ts";
import { denylistRoute } from "./get-denylist.ts";
import { linkBreakdownRoute } from "./get-link-breakdown.ts";
import { linkStatsRoute } from "./get-link-stats.ts";
import { linkTimeseriesRoute } from "./get-link-timeseries.ts";
import { getLinkRoute } from "./get-link.ts";
import { topLinksRoute } from "./get-top-links.ts";
import { healthzRoute } from "./healthz.ts";
import { listLinksRoute } from "./list-links.ts";
import { listReportsRoute } from "./list-reports.ts";
import { metricsRoute } from "./metrics.ts";
import { openApiRoute } from "./openapi.ts";
import { quarantineLinkRoute } from "./quarantine-link.ts";
import { readyzRoute } from "./readyz.ts";
import { releaseLinkRoute } from "./release-link.ts";
import type { Documented, Route } from "./route.ts";
import { settleReportRoute } from "./settle-report.ts";

/** Every address that the framework answers, in the documentation's order. */
export const routes: readonly Route[] = [
  createLinkRoute,
  createLinksRoute,
  listLinksRoute,
  getLinkRoute,
  editLinkRoute,
  deleteLinkRoute,
  quarantineLinkRoute,
  releaseLinkRoute,
  linkStatsRoute,
  linkTimeseriesRoute,
  linkBreakdownRoute,
  exportClicksRoute,
  followClicksRoute,
  topLinksRoute,
  createReportRoute,
  listReportsRoute,
  settleReportRoute,
  denylistRoute,
  healthzRoute,
  readyzRoute,
  metricsRoute,
  openApiRoute,
];

/** Every documented address. */
export const documentedRoutes: readonly Documented[] = [followLink, ...routes];
