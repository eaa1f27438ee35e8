import { policiesSchema } from "@narrows/server/policies";
import type { Page } from "./page.ts";

/** The JSON Schema of a policies file, for editors; the same that the service judges by. */
export const policiesSchemaPage: Page = {
  path: "docs/reference/policies.schema.json",
  render: () => `${JSON.stringify(policiesSchema, null, 2)}\n`,
};
