import { element } from "./elements.js";

/** @typedef {{ shortUrl: string, longUrl: string }} RecentLink */

const storedName = "narrows.recent";
const maxLinks = 10;

/** The links that were made in this tab, newest first; kept until it is closed. */
export function createRecentLinks() {
  let links = storedLinks();
  const change = (/** @type {readonly RecentLink[]} */ next) => {
    links = next;
    store(links);
    draw(links);
  };
  element("recent-forget", HTMLButtonElement).addEventListener("click", () => {
    change([]);
    element("longUrl", HTMLInputElement).focus();
  });
  draw(links);
  return {
    /** @param {RecentLink} link */
    add(link) {
      const others = links.filter((other) => other.shortUrl !== link.shortUrl);
      change([link, ...others].slice(0, maxLinks));
    },
  };
}

/** @param {readonly RecentLink[]} links */
function draw(links) {
  element("recent", HTMLElement).hidden = links.length === 0;
  element("recent-links", HTMLElement).replaceChildren(...links.map(row));
}

/** @param {RecentLink} link */
function row({ shortUrl, longUrl }) {
  const copy = document.importNode(element("recent-link", HTMLTemplateElement).content, true);
  const anchor = copy.querySelector("a");
  const destination = copy.querySelector("span");
  if (anchor === null || destination === null) throw new Error("The template of a recent link is not complete.");
  anchor.href = shortUrl;
  anchor.textContent = shortUrl.replace(/^https?:\/\//, "");
  destination.textContent = longUrl;
  return copy;
}

/** @returns {readonly RecentLink[]} */
function storedLinks() {
  try {
    /** @type {unknown} */
    const stored = JSON.parse(sessionStorage.getItem(storedName) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecentLink).slice(0, maxLinks) : [];
  } catch {
    return []; // Storage is switched off, or holds what is not ours.
  }
}

/** @param {readonly RecentLink[]} links */
function store(links) {
  try {
    sessionStorage.setItem(storedName, JSON.stringify(links));
  } catch {
    // Storage is switched off or full: the list lives as long as the page.
  }
}

/**
 * @param {unknown} value
 * @returns {value is RecentLink}
 */
function isRecentLink(value) {
  if (typeof value !== "object" || value === null || !("shortUrl" in value) || !("longUrl" in value)) return false;
  return typeof value.longUrl === "string" && typeof value.shortUrl === "string" && /^https?:\/\//.test(value.shortUrl);
}
