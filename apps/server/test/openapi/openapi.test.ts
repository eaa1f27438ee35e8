import { describe, expect, it } from "vitest";
import { openApiRoute } from "../../src/routes/openapi.ts";
import type { Service } from "../../src/routes/route.ts";
import { openTestServer } from "../harness/running-server.ts";
import { apiDocument } from "./api-document.ts";

describe("openapi.json", () => {
  it("is what the routes generate; `npm run docs` writes it anew", async () => {
    const text = `${JSON.stringify(await apiDocument(), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot("../../openapi.json");
  });
});

describe("GET /openapi.json", () => {
  it("is written once, not for everybody who asks", async () => {
    let writes = 0;
    const document = { paths: {}, toJSON: () => ({ writes: (writes += 1) }) };
    const service = { openApi: async () => document } as unknown as Service;
    const call = {} as Parameters<typeof openApiRoute.handle>[0];
    const bodies = [await openApiRoute.handle(call, service), await openApiRoute.handle(call, service)];
    expect(bodies.map(({ body }) => body)).toEqual(['{"writes":1}', '{"writes":1}']);
  });

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
