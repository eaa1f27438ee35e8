import { describe, expect, it } from "vitest";
import { openTestServer } from "../harness/running-server.ts";
import { apiDocument } from "./api-document.ts";

describe("openapi.json", () => {
  it("is what the routes generate; `npm run docs` writes it anew", async () => {
    const text = `${JSON.stringify(await apiDocument(), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot("../../openapi.json");
  });
});

describe("GET /openapi.json", () => {
  it("serves the description to anybody and names this installation", async () => {
    const server = await openTestServer();
    const answer = await server.send("/openapi.json", { key: null });
    const document = answer.json();
    expect(answer.status).toBe(200);
    expect(document["servers"]).toEqual([{ url: server.url }]);
    expect(Object.keys(document["paths"] as object)).toContain("/v1/urls/{code}");
    expect(Object.keys(document["paths"] as object)).toContain("/{shortCode}");
    const paths = document["paths"] as Readonly<Record<string, { readonly get?: object }>>;
    expect(JSON.stringify(paths["/{shortCode}"]?.get)).toMatch(/Location.*LINK_EXPIRED.*HOST_UNKNOWN/);
    expect(JSON.stringify(paths["/healthz"]?.get)).not.toContain("HOST_UNKNOWN");
  });
});
