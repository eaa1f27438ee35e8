import { readFileSync } from "node:fs";

/** What a parameter may be. An array goes as text, see `arrayText`. */
export type Parameter = string | number | Uint8Array | null;

export type Parameters = Readonly<Record<string, Parameter>>;

/** A statement with parameters by name, such as `:code`. */
export type Statement = {
  /** The text between the parameters; the same object each time, so that the client prepares it once. */
  readonly texts: TemplateStringsArray;
  readonly names: readonly string[];
};

/** Two colons are a cast. */
const parameterForm = /(?<!:):([a-z][A-Za-z]*)/;

/** @param module `import.meta.url` of a file beside the folder `sql` in which `NAME.sql` stands */
export function readStatement(module: string, name: string): Statement {
  return statementOf(readFileSync(new URL(`./sql/${name}.sql`, module), "utf8").trim());
}

export function statementOf(sql: string): Statement {
  const parts = sql.replaceAll(/^[ \t]*--.*\n/gm, "").split(parameterForm);
  const texts = parts.filter((_, index) => index % 2 === 0);
  return { texts: Object.assign(texts, { raw: texts }), names: parts.filter((_, index) => index % 2 === 1) };
}

/** The values of a statement's parameters, in its order. One that is missing is a mistake of this program, and no NULL. */
export function valuesOf({ names }: Statement, parameters: Parameters): readonly Parameter[] {
  return names.map((name) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`A statement was asked without its parameter :${name}.`);
    return value;
  });
}

/** PostgreSQL's text form of an array. */
export function arrayText(values: readonly (string | number | Uint8Array | null)[]): string {
  return `{${values.map(elementText).join(",")}}`;
}

function elementText(value: string | number | Uint8Array | null): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return `"\\\\x${Buffer.from(value).toString("hex")}"`;
  return /["\\]/.test(value) ? `"${value.replaceAll(/["\\]/g, "\\$&")}"` : `"${value}"`;
}
