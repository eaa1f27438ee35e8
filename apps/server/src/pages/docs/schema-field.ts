import { resolve, type OpenApi, type Schema } from "./open-api.ts";

/** One field of a JSON body, named by its path: `links[].longUrl`. */
export type SchemaField = {
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
};

/** Deeper fields belong into a reference of their own. Also stops a schema that contains itself. */
const maxDepth = 4;

/** Lists the fields of a body, outer ones before inner ones. */
export function schemaFields(document: OpenApi, body: Schema, prefix = "", depth = 0): readonly SchemaField[] {
  const schema = resolve<Schema>(document, body);
  if (depth > maxDepth) return [];
  if (schema.items !== undefined) return schemaFields(document, schema.items, `${prefix}[]`, depth + 1);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const field = { path, schema: resolve<Schema>(document, property), isRequired: isRequired(schema, name) };
    return [field, ...schemaFields(document, property, path, depth + 1)];
  });
}

function isRequired(schema: Schema, name: string): boolean {
  return schema.required?.includes(name) ?? false;
}
