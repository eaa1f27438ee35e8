import { apiDocument } from "@narrows/server/openapi";
import type { Page } from "./page.ts";

/** The API's description, from the routes. */
export const openApiPage: Page = {
  path: "apps/server/openapi.json",
  render: async () => `${JSON.stringify(await apiDocument(), null, 2)}\n`,
};
