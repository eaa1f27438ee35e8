import { html, type Html } from "../html.ts";
import type { DocsContext } from "./docs-context.ts";
import { resolve, type OpenApi, type Schema } from "./open-api.ts";
import { prose } from "./prose.ts";

export type FieldRow = {
  readonly name: string;
  readonly schema: Schema;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  /** Where a parameter stands. */
  readonly place?: string;
};

/** Lists fields or parameters: name, what may stand there, what it means. */
export function fieldTable(
  { document, texts, translate }: DocsContext,
  rows: readonly FieldRow[],
  caption: string,
): Html {
  const row = ({ name, schema, description, isRequired, place }: FieldRow) =>
    html`<tr>
      <th scope="row"><code>${name}</code>${isRequired && html` <span class="required">${texts.required}</span>`}</th>
      <td>
        ${[place, typeOf(document, schema)].filter((part) => part !== undefined).join(", ")}${limits(texts, schema)}
      </td>
      <td>${description !== undefined && prose(translate(description))}</td>
    </tr> `;
  return html`<div class="scroll">
    <table aria-label="${caption}">
      <thead>
        <tr>
          <th scope="col">${texts.name}</th>
          <th scope="col">${texts.type}</th>
          <th scope="col">${texts.meaning}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(row)}
      </tbody>
    </table>
  </div>`;
}

function typeOf(document: OpenApi, schema: Schema): string {
  const types = [schema.type ?? []].flat().map((type) => (type === "array" ? `${itemType(document, schema)}[]` : type));
  return [types.join(" | "), ...(schema.format === undefined ? [] : [schema.format])].join(", ");
}

function itemType(document: OpenApi, { items = {} }: Schema): string {
  return typeOf(document, resolve<Schema>(document, items));
}

function limits(texts: DocsContext["texts"], schema: Schema): Html {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  const parts = [
    schema.enum !== undefined && texts.oneOf(schema.enum.map(String).join(", ")),
    (minLength ?? maxLength) !== undefined && texts.characters(minLength ?? 0, maxLength),
    (minItems ?? maxItems) !== undefined && texts.items(minItems ?? 0, maxItems),
    (minimum ?? maximum) !== undefined && texts.between(minimum, maximum),
    schema.default !== undefined && texts.otherwise(JSON.stringify(schema.default)),
  ];
  return html`${parts.map((part) => part !== false && html`<span class="limit">${part}</span>`)}`;
}
