import { configPage } from "./config-page.ts";
import { errorsPage } from "./errors-page.ts";
import { limiterPages } from "./limiter/pages.ts";
import { metricsPage } from "./metrics-page.ts";
import { openApiPage } from "./openapi-page.ts";
import type { Page } from "./page.ts";
import { policiesSchemaPage } from "./policies-schema-page.ts";

/** Every generated page: one row each. */
export const pages: readonly Page[] = [
  configPage,
  errorsPage,
  metricsPage,
  openApiPage,
  policiesSchemaPage,
  ...limiterPages,
];
