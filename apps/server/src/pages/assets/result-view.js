import { copyTextOf } from "./clipboard.js";
import { element, fill } from "./elements.js";

/** @typedef {{ shortCode: string, shortUrl: string, longUrl: string, domain: string, expiresAt: string | null }} CreatedLink */
/** @typedef {{ language: string, texts: Readonly<Record<string, string>> }} ResultContext */

const copiedShownMs = 2_000;

/**
 * Shows a link that was made.
 *
 * @param {ResultContext} context
 * @param {(message: string) => void} announce
 */
export function createResultView(context, announce) {
  const panel = element("result", HTMLElement);
  wireCopy(context.texts, announce);
  return {
    hide() {
      panel.hidden = true;
    },
    /** @param {CreatedLink} link */
    show(link) {
      const anchor = element("result-link", HTMLAnchorElement);
      anchor.href = link.shortUrl;
      anchor.replaceChildren(...breakable(link.shortUrl));
      element("result-destination", HTMLElement).textContent = link.longUrl;
      element("result-open", HTMLAnchorElement).href = link.shortUrl;
      element("result-problem", HTMLElement).hidden = true;
      showExpiry(link.expiresAt, context.language);
      showQr(link, context);
      panel.hidden = false;
      element("result-heading", HTMLElement).focus();
      panel.scrollIntoView({ block: "nearest" });
    },
  };
}

/**
 * Lets a long address break before the code rather than in it.
 *
 * @param {string} url
 */
function breakable(url) {
  const codeStart = url.lastIndexOf("/") + 1;
  return [url.slice(0, codeStart), document.createElement("wbr"), url.slice(codeStart)];
}

/**
 * @param {string | null} expiresAt
 * @param {string} language
 */
function showExpiry(expiresAt, language) {
  const line = element("result-expiry", HTMLElement);
  line.hidden = expiresAt === null;
  const time = line.querySelector("time");
  if (expiresAt === null || time === null) return;
  time.dateTime = expiresAt;
  time.textContent = new Date(expiresAt).toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
}

/**
 * @param {CreatedLink} link
 * @param {ResultContext} context
 */
function showQr({ shortCode, shortUrl, domain }, { texts }) {
  const image = element("result-qr", HTMLImageElement);
  const save = element("result-save", HTMLAnchorElement);
  image.src = save.href = `/~/qr/${shortCode}.svg?domain=${encodeURIComponent(domain)}`;
  image.alt = fill(texts["qr"] ?? "", { link: shortUrl });
  save.download = `${shortCode}.svg`;
}

/**
 * @param {Readonly<Record<string, string>>} texts
 * @param {(message: string) => void} announce
 */
function wireCopy(texts, announce) {
  const button = element("result-copy", HTMLButtonElement);
  const label = button.textContent;
  const problem = element("result-problem", HTMLElement);
  const copy = async () => {
    const isCopied = await copyTextOf(element("result-link", HTMLAnchorElement));
    problem.hidden = isCopied;
    problem.textContent = texts["copyFailed"] ?? "";
    announce((isCopied ? texts["copied"] : texts["copyFailed"]) ?? "");
    if (!isCopied) return;
    button.textContent = texts["copied"] ?? "";
    setTimeout(() => (button.textContent = label), copiedShownMs);
  };
  button.addEventListener("click", () => void copy());
}
