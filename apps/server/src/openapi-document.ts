import { readFile } from "node:fs/promises";
import { once } from "@narrows/service";
import type { Site } from "./site.ts";

/** The API's description as far as the server looks into it. */
export type OpenApiDocument = { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

const file = new URL("../openapi.json", import.meta.url);

/** Reads the committed description once, when it is first asked for, and names this installation as its server. */
export function createOpenApiDocument(site: Site): () => Promise<OpenApiDocument> {
  return once(() => readDocument(site.origin("")));
}

async function readDocument(origin: string): Promise<OpenApiDocument> {
  const document = JSON.parse(await readFile(file, "utf8")) as OpenApiDocument;
  return { ...document, servers: [{ url: origin }] } as OpenApiDocument;
}
