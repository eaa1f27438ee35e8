import { isProblemCode } from "../../problems/problem-table.ts";
import { html, type Html } from "../html.ts";
import { curlExample, type Address } from "./curl-example.ts";
import type { DocsContext } from "./docs-context.ts";
import { fieldTable, type FieldRow } from "./field-table.ts";
import {
  resolve,
  type OpenApi,
  type OpenApiBody,
  type OpenApiOperation,
  type OpenApiResponse,
  type Schema,
} from "./open-api.ts";
import { prose } from "./prose.ts";
import { schemaFields } from "./schema-field.ts";

/** Describes one operation: what it does, what it takes, what it answers, and how to call it. */
export function operationSection(context: DocsContext, address: Address): Html {
  const { document, texts, translate, baseUrl } = context;
  const { method, path, operation } = address;
  return html`<section class="operation" id="${operation.operationId}" aria-labelledby="${operation.operationId}-title">
    <h3 id="${operation.operationId}-title">${translate(operation.summary ?? operation.operationId)}</h3>
    <p class="address">
      <code><span class="method">${method}</span> ${path}</code>
    </p>
    <p class="access">${access(context, operation)}</p>
    <p>${prose(translate(operation.description ?? ""))}</p>
    ${parameters(context, operation)} ${requestBody(context, operation)} ${answers(context, operation)}
    <h4>${texts.example}</h4>
    <pre><code>${curlExample(document, baseUrl, address)}</code></pre>
  </section> `;
}

function access({ texts }: DocsContext, { security = [] }: OpenApiOperation): Html {
  const scopes = [...new Set(security.flatMap((way) => Object.values(way).flat()))];
  if (scopes.length === 0) return html`${texts.noKey}`;
  const isOptional = security.some((way) => Object.keys(way).length === 0);
  return html`${isOptional ? texts.optionalKey : texts.scopes}${scopes.map((scope) => html` <code>${scope}</code>`)}`;
}

function parameters(context: DocsContext, operation: OpenApiOperation): Html {
  const { document, texts } = context;
  const rows = (operation.parameters ?? []).map((written) => {
    const { name, schema = {}, description, required = false, in: place } = resolve(document, written);
    return {
      name,
      schema,
      description: description ?? schema.description,
      isRequired: required,
      place: texts.in[place],
    };
  });
  return rows.length === 0
    ? html``
    : html`<h4>${texts.parameters}</h4>
        ${fieldTable(context, rows, texts.parameters)}`;
}

function requestBody(context: DocsContext, operation: OpenApiOperation): Html {
  if (operation.requestBody === undefined) return html``;
  const { document, texts } = context;
  const schema = jsonSchema(resolve<OpenApiBody>(document, operation.requestBody));
  if (schema === undefined) return html``;
  return html`<h4>${texts.body}</h4>
    ${fieldTable(context, bodyRows(document, schema), texts.body)}`;
}

function bodyRows(document: OpenApi, body: Schema): readonly FieldRow[] {
  return schemaFields(document, body).map(({ path, schema, isRequired }) => {
    return { name: path, schema, description: schema.description, isRequired };
  });
}

function answers(context: DocsContext, operation: OpenApiOperation): Html {
  const { document, texts } = context;
  const all = Object.entries(operation.responses).map(([status, written]) => {
    return { status, response: resolve<OpenApiResponse>(document, written) };
  });
  const refusals = all.filter(({ status }) => Number(status) >= 400).flatMap(({ response }) => problemCodes(response));
  return html`<h4>${texts.answers}</h4>
    <dl class="answers">
      ${all.filter(({ status }) => Number(status) < 400).map(({ status, response }) => answer(context, status, response))}
      ${
        refusals.length > 0 &&
        html`<dt>${texts.refusals}</dt>
          <dd class="codes">${[...new Set(refusals)].map(codeLink)}</dd>`
      }
    </dl>`;
}

function answer(context: DocsContext, status: string, response: OpenApiResponse): Html {
  const { document, texts, translate } = context;
  // A client is told what is there, not what must be.
  const rows = bodyRows(document, jsonSchema(response) ?? {}).map((row) => ({ ...row, isRequired: false }));
  return html`<dt><code>${status}</code></dt>
    <dd>
      ${prose(translate(response.description))}
      ${
        rows.length > 0 &&
        html`<details>
          <summary>${texts.answerFields}</summary>
          ${fieldTable(context, rows, texts.answerFields)}
        </details>`
      }
    </dd> `;
}

/** The problem codes that a response speaks of, in whichever part of it. */
function problemCodes(response: OpenApiResponse): readonly string[] {
  return (JSON.stringify(response).match(/\b[A-Z][A-Z_]+\b/g) ?? []).filter(isProblemCode);
}

function codeLink(code: string): Html {
  return html`<a href="#${code}"><code>${code}</code></a> `;
}

function jsonSchema({ content = {} }: OpenApiBody): Schema | undefined {
  return content["application/json"]?.schema;
}
