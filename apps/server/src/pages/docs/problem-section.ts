import type { Language } from "../../language.ts";
import { problemTable } from "../../problems/problem-table.ts";
import { html, type Html } from "../html.ts";
import type { DocsTexts } from "./docs-texts.ts";
import { prose } from "./prose.ts";

/** Lists every error code. A problem's `type` leads to its row. */
export function problemSection(texts: DocsTexts, language: Language): Html {
  const rows = Object.entries(problemTable).map(
    ([code, { status, title, mend }]) =>
      html`<tr id="${code}">
        <th scope="row"><code>${code}</code></th>
        <td>${status}</td>
        <td>${title[language]}</td>
        <td>${mend[language]}</td>
      </tr> `,
  );
  return html`<section id="errors" aria-labelledby="errors-title">
    <h2 id="errors-title">${texts.errors}</h2>
    <p>${prose(texts.errorsText)}</p>
    <div class="scroll">
      <table class="problems" aria-labelledby="errors-title">
        <thead>
          <tr>
            <th scope="col">${texts.code}</th>
            <th scope="col">${texts.status}</th>
            <th scope="col">${texts.what}</th>
            <th scope="col">${texts.mend}</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}
