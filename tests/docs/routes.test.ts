import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

const description = JSON.parse(read("apps/server/openapi.json")) as { paths: Record<string, object> };
const routes = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ path, name: `${method.toUpperCase()} ${path}` })),
);

const groups = JSON.parse(read("packages/links/src/reserved-codes.json")) as readonly { codes: readonly string[] }[];
const reserved = groups.flatMap(({ codes }) => codes);

describe("every route", () => {
  test("is found", () => {
    expect(routes.map(({ name }) => name)).toEqual(expect.arrayContaining(["POST /v1/urls", "GET /healthz"]));
  });

  test.each(routes)("$name is in docs/reference/http-api.md", ({ path, name }) => {
    const page = read("docs/reference/http-api.md");
    expect([`\`${name}\``, `\`${path}\``].some((text) => page.includes(text))).toBe(true);
  });

  // `/hello` as a route would hide a link with the alias `hello`.
  test.each(routes)("$name hides no link: its first segment is reserved or cannot be a code", ({ path }) => {
    const segment = path.split("/")[1] ?? "";
    expect(/^[A-Za-z0-9_-]{1,64}$/.test(segment) && !reserved.includes(segment)).toBe(false);
  });
});
