import { describe, expect, it } from "vitest";
import { apiDocument } from "./api-document.ts";

describe("openapi.json", () => {
  it("is what the routes generate; `npx vitest run apps/server/test/openapi -u` writes it anew", async () => {
    const text = `${JSON.stringify(await apiDocument(), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot("../../openapi.json");
  });
});
