/** The part of an OpenAPI 3.1 document that the documentation page reads. */
export type OpenApi = {
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: unknown;
};

export type OpenApiOperation = {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly (Reference | OpenApiParameter)[];
  readonly requestBody?: Reference | OpenApiBody;
  readonly responses: Readonly<Record<string, Reference | OpenApiResponse>>;
  /** Each entry is one way in; an empty one needs no key. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
};

export type OpenApiParameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
};

export type OpenApiBody = { readonly content?: Readonly<Record<string, OpenApiMedia>> };
export type OpenApiMedia = { readonly schema?: Schema; readonly example?: unknown };
export type OpenApiResponse = OpenApiBody & { readonly description: string };

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

type Reference = { readonly $ref: string };

/** Follows a reference within the document; gives what is none back as it is. */
export function resolve<Kind extends object>(document: OpenApi, value: Kind | Reference): Kind {
  const reference = "$ref" in value && typeof value.$ref === "string" ? value.$ref : undefined;
  if (reference === undefined) return value as Kind;
  const found = reference
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((place, name) => childOf(place, name), document);
  if (typeof found !== "object" || found === null) throw new Error(`The API document has no ${reference}.`);
  return found as Kind;
}

function childOf(place: unknown, name: string): unknown {
  return typeof place === "object" && place !== null ? Reflect.get(place, name) : undefined;
}
