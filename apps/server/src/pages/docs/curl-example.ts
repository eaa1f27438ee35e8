import { resolve, type OpenApi, type OpenApiBody, type OpenApiOperation, type Schema } from "./open-api.ts";

/** One operation with its address. */
export type Address = {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
};

/** Writes a command that calls the operation, ready to paste but for the key. */
export function curlExample(document: OpenApi, baseUrl: string, { method, path, operation }: Address): string {
  const url = `${baseUrl}${examplePath(document, path, operation)}${exampleQuery(document, operation)}`;
  const body = exampleBody(document, operation);
  return [
    `curl ${methodFlag(method, body)}${quoted(url)}`,
    ...(needsKey(operation) ? ['-H "Authorization: Bearer $NARROWS_KEY"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ].join(" \\\n  ");
}

/** curl chooses GET by itself, and POST where there is a body. */
function methodFlag(method: string, body: unknown): string {
  const chosen = body === undefined ? "GET" : "POST";
  return method === chosen ? "" : `-X ${method} `;
}

function needsKey({ security }: OpenApiOperation): boolean {
  return (security ?? []).some((way) => Object.keys(way).length > 0);
}

function examplePath(document: OpenApi, path: string, operation: OpenApiOperation): string {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter));
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    const example = parameter?.schema?.examples?.[0];
    return typeof example === "string" ? example : name;
  });
}

/** What must be asked for; what may be is left out. */
function exampleQuery(document: OpenApi, operation: OpenApiOperation): string {
  const required = (operation.parameters ?? [])
    .map((parameter) => resolve(document, parameter))
    .filter((parameter) => parameter.in === "query" && parameter.required === true);
  const query = new URLSearchParams();
  for (const { name, schema = {} } of required) query.append(name, String(exampleOf(document, schema)));
  return query.size === 0 ? "" : `?${query.toString()}`;
}

function exampleBody(document: OpenApi, operation: OpenApiOperation): unknown {
  if (operation.requestBody === undefined) return undefined;
  const media = resolve<OpenApiBody>(document, operation.requestBody).content?.["application/json"];
  return media?.example ?? exampleOf(document, media?.schema ?? {});
}

/**
 * An example made of the examples of the required fields; of the first field where none is required. Where only some
 * values may stand, the first of them.
 */
function exampleOf(document: OpenApi, written: Schema): unknown {
  const schema = resolve<Schema>(document, written);
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.items !== undefined) return [exampleOf(document, schema.items)];
  if (schema.properties === undefined) return "…";
  const names = schema.required ?? Object.keys(schema.properties).slice(0, 1);
  return Object.fromEntries(names.map((name) => [name, exampleOf(document, schema.properties?.[name] ?? {})]));
}

/** Quotes for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
