import { createRequire } from "node:module";
import type * as Library from "ajv";
import type { Ajv, AnySchema, ErrorObject, ValidateFunction } from "ajv";

/** Judges one part of a request: true, or what is wrong with it. */
export type Validator = (data: unknown) => true | { readonly error: ErrorObject[] };

/**
 * Nothing is converted, dropped or filled in. That our own schemas are schemas is known from a test; to judge them takes as
 * long as to compile them.
 */
const options = { addUsedSchema: false, allowUnionTypes: true, meta: false, validateSchema: false } as const;

/**
 * Makes the validators of a service, each of which compiles its schema with the first request that it judges. The library
 * is loaded with the first of all, which takes some 40 ms. To do all of it at the start was a quarter of what that allocated,
 * and a service that only redirects does without.
 *
 * @returns Makes the validator of one schema. A schema that cannot be compiled is an error of each request.
 */
export function createLateValidators(): (schema: AnySchema) => Validator {
  let ajv: Ajv | undefined;
  return (schema) => {
    let compiled: ValidateFunction | undefined;
    return (data) => {
      compiled ??= (ajv ??= loadAjv()).compile(schema);
      return compiled(data) || { error: compiled.errors ?? [] };
    };
  };
}

const require = createRequire(import.meta.url);

/** The framework judges in one go, so it cannot wait for an `import()`. */
function loadAjv(): Ajv {
  const { Ajv } = require("ajv") as typeof Library;
  return new Ajv(options);
}
