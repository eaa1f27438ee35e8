import { html, jsonBlock, type Html } from "../html.ts";
import { page, type PageView } from "../page.ts";
import { homeTexts, scriptTexts } from "./home-texts.ts";
import { shores } from "./shores.ts";

export type HomeView = PageView & {
  /** Where short links begin, without a slash at the end. */
  readonly baseUrl: string;
  /** False: whoever asks needs a key to create a link. */
  readonly isAnonymousAllowed: boolean;
};

const modules = [
  "shorten.js",
  "create-body.js",
  "idempotency-key.js",
  "form-draft.js",
  "api-key.js",
  "problem-view.js",
  "result-view.js",
  "recent-links.js",
  "clipboard.js",
  "elements.js",
] as const;

/** Writes the page that shortens a link. */
export function homePage(view: HomeView): string {
  const text = homeTexts[view.language];
  return page(view, {
    path: "/",
    title: text.title,
    description: text.description,
    styles: ["home.css"],
    head: head(view),
    body: html`<main id="content" tabindex="-1">
        ${shores}
        <div class="channel">
          <h1><span>${text.headingIn}</span> <span>${text.headingOut}</span></h1>
          <p class="lede">${text.lede}</p>
          ${withoutScript(view)} ${form(view)}
          <p id="status" class="unseen" role="status"></p>
          ${result(view)} ${recent(view)}
        </div>
      </main>
      ${jsonBlock("page-data", pageData(view))}`,
  });
}

function head(view: HomeView): Html {
  const { assets } = view;
  return html`${modules.slice(1).map((name) => html`<link rel="modulepreload" href="${assets.url(name)}" /> `)}
    <script type="module" src="${assets.url("shorten.js")}"></script>
    <noscript><link rel="stylesheet" href="${assets.url("no-script.css")}" /></noscript> `;
}

function withoutScript(view: HomeView): Html {
  const authorization = view.isAnonymousAllowed ? "" : " -H 'Authorization: Bearer YOUR_KEY'";
  const command = `curl ${view.baseUrl}/v1/urls${authorization} -H 'Content-Type: application/json' -d '{"longUrl":"https://example.com/"}'`;
  return html`<noscript
    ><div class="panel">
      <p>${homeTexts[view.language].noScript}</p>
      <pre><code>${command}</code></pre>
    </div></noscript
  >`;
}

function form(view: HomeView): Html {
  const text = homeTexts[view.language];
  return html`<form id="shorten" class="panel" novalidate>
    <div class="field">
      <label for="longUrl">${text.destination}</label>
      <div class="row">
        <input
          id="longUrl"
          name="longUrl"
          type="url"
          inputmode="url"
          required
          placeholder="${text.destinationHint}"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          aria-describedby="longUrl-problem"
        />
        <button class="main" type="submit">${text.submit}</button>
      </div>
      <p id="longUrl-problem" class="problem" hidden></p>
    </div>
    ${keyField(view)}
    <details id="more">
      <summary>${text.more}</summary>
      <div class="pair">${aliasField(view)} ${expiryField(view)}</div>
    </details>
    <p id="form-problem" class="problem" role="alert" tabindex="-1" hidden></p>
  </form>`;
}

function keyField(view: HomeView): Html {
  const text = homeTexts[view.language];
  return html`<div class="field" id="key-field" ${view.isAnonymousAllowed && html` hidden`}>
    <label for="key">${text.key}</label>
    <input
      id="key"
      type="password"
      autocomplete="off"
      spellcheck="false"
      autocapitalize="none"
      placeholder="nrw_…"
      aria-describedby="key-hint key-problem"
    />
    <p id="key-hint" class="hint">${text.keyHint}</p>
    <p id="key-problem" class="problem" hidden></p>
    <label class="tick"><input id="remember-key" type="checkbox" /> ${text.rememberKey}</label>
  </div>`;
}

function aliasField(view: HomeView): Html {
  const text = homeTexts[view.language];
  return html`<div class="field">
    <label for="alias">${text.alias}</label>
    <div class="prefixed">
      <span class="prefix" aria-hidden="true">${new URL(view.baseUrl).host}/</span
      ><input
        id="alias"
        name="alias"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        aria-describedby="alias-hint alias-problem"
      />
    </div>
    <p id="alias-hint" class="hint">${text.aliasHint}</p>
    <p id="alias-problem" class="problem" hidden></p>
  </div>`;
}

function expiryField(view: HomeView): Html {
  const text = homeTexts[view.language];
  return html`<div class="field">
    <label for="expiresAt">${text.expiry}</label>
    <input
      id="expiresAt"
      name="expiresAt"
      type="datetime-local"
      max="9999-12-31T23:59"
      aria-describedby="expiresAt-hint expiresAt-problem"
    />
    <p id="expiresAt-hint" class="hint"></p>
    <p id="expiresAt-problem" class="problem" hidden></p>
  </div>`;
}

function result(view: HomeView): Html {
  const text = homeTexts[view.language];
  return html`<section id="result" class="panel result" aria-labelledby="result-heading" hidden>
    <div class="result-words">
      <h2 id="result-heading" tabindex="-1">${text.resultHeading}</h2>
      <p class="short"><a id="result-link" rel="noopener"></a></p>
      <p class="leads"><span>${text.leadsTo}</span> <span id="result-destination" class="destination"></span></p>
      <p class="leads" id="result-expiry" hidden><span>${text.until}</span> <time></time></p>
      <p class="actions">
        <button id="result-copy" class="main" type="button">${text.copy}</button>
        <a id="result-open" class="button" target="_blank" rel="noopener noreferrer">${text.open}</a>
        <a id="result-save" class="button">${text.saveQr}</a>
      </p>
      <p id="result-problem" class="problem" hidden></p>
    </div>
    <img id="result-qr" width="176" height="176" alt="" />
  </section>`;
}

function recent(view: HomeView): Html {
  const text = homeTexts[view.language];
  return html`<section id="recent" class="recent" aria-labelledby="recent-heading" hidden>
    <h2 id="recent-heading">${text.recentHeading}</h2>
    <ul id="recent-links"></ul>
    <p><button id="recent-forget" class="quiet" type="button">${text.forget}</button></p>
    <template id="recent-link"
      ><li><a rel="noopener"></a> <span class="destination"></span></li
    ></template>
  </section>`;
}

function pageData({ language }: HomeView): unknown {
  return { language, texts: scriptTexts[language] };
}
