import { createKeyField } from "./api-key.js";
import { completeDestination, createBody } from "./create-body.js";
import { element, fill } from "./elements.js";
import { keepDraft, takeDraft } from "./form-draft.js";
import { createIdempotencyKeys } from "./idempotency-key.js";
import { createProblemView } from "./problem-view.js";
import { createRecentLinks } from "./recent-links.js";
import { createResultView } from "./result-view.js";

/** @typedef {import("./problem-view.js").ShownProblem} ShownProblem */
/** @typedef {import("./result-view.js").CreatedLink} CreatedLink */
/** @typedef {{ code?: string, title?: string, mend?: string, field?: string }} Problem */
/**
 * What the server wrote into the page.
 *
 * @typedef {object} PageData
 * @property {string} language
 * @property {Readonly<Record<string, string>>} texts
 */

const answerDeadlineMs = 20_000;

const page = /** @type {PageData} */ (JSON.parse(element("page-data", HTMLElement).textContent ?? "{}"));
const form = element("shorten", HTMLFormElement);
const destination = element("longUrl", HTMLInputElement);
const alias = element("alias", HTMLInputElement);
const expiry = element("expiresAt", HTMLInputElement);
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
const buttonLabel = button.textContent;
const keyField = createKeyField();
const keys = createIdempotencyKeys();
const problems = createProblemView();
const recent = createRecentLinks();
const result = createResultView(page, announce);
let isBusy = false;
/** @type {CreatedLink | undefined} */
let shown;

element("expiresAt-hint", HTMLElement).textContent = fill(text("zone"), {
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!isBusy) void submit();
});

for (const anchor of document.querySelectorAll(".languages a")) {
  anchor.addEventListener("click", () => {
    keepDraft({ longUrl: destination.value, alias: alias.value, expiresAt: expiry.value, result: shown });
  });
}
restore();

/** Takes over what was typed before the language was changed. */
function restore() {
  const draft = takeDraft();
  if (draft === undefined) return;
  destination.value = draft.longUrl;
  alias.value = draft.alias;
  expiry.value = draft.expiresAt;
  const fold = alias.closest("details");
  if (fold !== null) fold.open = draft.alias !== "" || draft.expiresAt !== "";
  if (isCreatedLink(draft.result)) show(draft.result);
}

async function submit() {
  setBusy(true);
  problems.clear();
  result.hide();
  shown = undefined;
  // What was said of an earlier link must not stand beside a refusal.
  announce("");
  const problem = await shorten().finally(() => setBusy(false));
  if (problem !== undefined) problems.show(problem);
}

/**
 * Makes the link, or says what is in the way.
 *
 * @returns {Promise<ShownProblem | undefined>}
 */
async function shorten() {
  destination.value = completeDestination(destination.value);
  const key = keyField.value();
  const body = createBody({ longUrl: destination.value, alias: alias.value, expiresAt: expiry.value });
  const missing = missingProblem(key, body);
  if (missing !== undefined || body === undefined) return missing;
  const response = await send(JSON.stringify(body), key).catch(() => undefined);
  return response === undefined ? { title: text("offline"), mend: text("offlineMend") } : judge(response);
}

/**
 * @param {string | undefined} key
 * @param {object | undefined} body
 * @returns {ShownProblem | undefined}
 */
function missingProblem(key, body) {
  if (destination.value === "") return { title: text("destinationMissing"), mend: "", field: "longUrl" };
  if (key === "") return { title: text("keyMissing"), mend: "", field: "key" };
  const isDateWrong = body === undefined || expiry.validity.badInput;
  return isDateWrong ? { title: text("expiryUnreadable"), mend: "", field: "expiresAt" } : undefined;
}

/**
 * @param {string} body
 * @param {string | undefined} key
 */
function send(body, key) {
  return fetch("/v1/urls", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept-language": page.language,
      "idempotency-key": keys.keyFor(body),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body,
    credentials: "omit",
    signal: AbortSignal.timeout(answerDeadlineMs),
  });
}

/**
 * @param {Response} response
 * @returns {Promise<ShownProblem | undefined>}
 */
async function judge(response) {
  // What is not JSON comes from something between the service and us.
  const answer = /** @type {unknown} */ (await response.json().catch(() => ({})));
  if (!response.ok || !isCreatedLink(answer)) return shownProblem(answer ?? {}, response.status);
  succeed(answer);
  return undefined;
}

/**
 * @param {unknown} answer
 * @returns {answer is CreatedLink}
 */
function isCreatedLink(answer) {
  return typeof answer === "object" && answer !== null && "shortUrl" in answer;
}

/** @param {CreatedLink} link */
function succeed(link) {
  keys.succeeded();
  show(link);
  recent.add(link);
  announce(fill(text("created"), { link: link.shortUrl }));
}

/** @param {CreatedLink} link */
function show(link) {
  shown = link;
  result.show(link);
}

/**
 * @param {Problem} problem
 * @param {number} status
 * @returns {ShownProblem}
 */
function shownProblem({ code, title, mend, field }, status) {
  const isAboutKey = status === 401 || code === "SCOPE_MISSING";
  if (isAboutKey) keyField.reveal();
  return {
    title: title ?? fill(text("unexpected"), { status: String(status) }),
    // The service's own words speak of JSON here.
    mend: code === "EXPIRY_PAST" ? text("expiryPastMend") : (mend ?? text("unexpectedMend")),
    field: isAboutKey ? "key" : field,
  };
}

/** @param {boolean} busy */
function setBusy(busy) {
  isBusy = busy;
  button.setAttribute("aria-disabled", String(busy));
  button.textContent = busy ? text("working") : buttonLabel;
}

/**
 * Says something to those who do not see the page.
 *
 * @param {string} message
 */
function announce(message) {
  element("status", HTMLElement).textContent = message;
}

/** @param {string} name */
function text(name) {
  return page.texts[name] ?? name;
}
