import swagger, { type FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { fastify } from "fastify";
import packageJson from "../../package.json" with { type: "json" };
import { documentedRoutes } from "../../src/routes/index.ts";
import { operationSchema } from "./operation-schema.ts";
import { named, withReferences } from "./references.ts";

/** Generates the API's OpenAPI document from the routes. */
export async function apiDocument(): Promise<unknown> {
  const app = fastify();
  await app.register(swagger, {
    openapi,
    refResolver: { buildLocalReference: ({ $id }) => (typeof $id === "string" ? $id : "") },
  });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => () => "");
  for (const [schema, $id] of named) app.addSchema({ $id, ...(withReferences(schema, true) as object) });
  for (const route of documentedRoutes) {
    app.route({ method: route.method, url: route.url, schema: operationSchema(route), handler: () => undefined });
  }
  await app.ready();
  return app.swagger();
}

const openapi: NonNullable<FastifyDynamicSwaggerOptions["openapi"]> = {
  openapi: "3.1.0",
  info: {
    title: "Narrows",
    version: packageJson.version,
    description:
      "Shorten links, follow them, change them. Nothing in a request is converted, dropped or filled in; errors are " +
      "problem details (RFC 9457) with a stable `code` and a sentence that says how to mend them.",
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
  tags: [
    { name: "Links", description: "Make, find, change and delete links." },
    { name: "Clicks", description: "See who followed a link: counts by time and origin, exports, a live stream." },
    { name: "Moderation", description: "Stop links for safety." },
    { name: "Operation", description: "What the operator and the machines around need." },
  ],
  components: {
    securitySchemes: {
      apiKey: {
        type: "http",
        scheme: "bearer",
        description: "An API key, `nrw_…`. Its scopes decide what it may do; `admin` includes all.",
      },
    },
  },
};
