import { createHash } from "node:crypto";
import type { Language } from "../language.ts";
import { waitText } from "../wait-text.ts";

/** Why an address leads nowhere, as far as the person who followed it may know. */
export type DenialKind =
  | "unknown"
  | "gone"
  | "expired"
  | "spent"
  | "once"
  | "blocked"
  | "no-page"
  | "misdirected"
  | "throttled"
  | "unavailable";

type DenialText = { readonly title: string; readonly reason: string; readonly mend: string };

const texts: Readonly<Record<Language, Readonly<Record<DenialKind, DenialText>>>> = {
  en: {
    unknown: {
      title: "This short link does not exist",
      reason: "No page is waiting behind this address.",
      mend: "Check it for a missing or mistyped character: capital and small letters are different.",
    },
    gone: {
      title: "This short link is no longer in use",
      reason: "It was deleted or switched off.",
      mend: "Ask the person who gave it to you for a new one.",
    },
    expired: {
      title: "This short link has expired",
      reason: "It was meant to be used until a certain time, which is over.",
      mend: "Ask the person who gave it to you for a new one.",
    },
    spent: {
      title: "This short link has been used up",
      reason: "It was opened as often as its owner allowed.",
      mend: "Ask the person who gave it to you for a new one.",
    },
    once: {
      title: "This short link opens once",
      reason: "It is kept for the first person who follows it; programs and previews do not learn where it leads.",
      mend: "Open it in a browser when you are ready.",
    },
    blocked: {
      title: "This short link was stopped for safety",
      reason: "The people who run this service do not let it lead anywhere for now.",
      mend: "Do not follow it by other means. Its owner can ask for a review.",
    },
    "no-page": {
      title: "There is no page at this address",
      reason: "Neither a page nor a short link of this service can have it.",
      mend: "Check it for a missing or mistyped character.",
    },
    misdirected: {
      title: "This name is not served here",
      reason: "The name in the address leads to this link service, which does not know it.",
      mend: "Check the name for a mistyped character, or tell the person who gave you the link.",
    },
    throttled: {
      title: "Too many addresses were tried",
      reason: "From your network many short links were asked for that do not exist, so all of them have to wait.",
      mend: "Load this page again {when}.",
    },
    unavailable: {
      title: "This short link cannot be opened right now",
      reason: "The link itself is fine as far as we know; we could not look it up in time.",
      mend: "Wait a moment, then load this page again.",
    },
  },
  ko: {
    unknown: {
      title: "없는 단축 링크입니다",
      reason: "이 주소에 연결된 페이지가 없습니다.",
      mend: "빠지거나 잘못 입력한 글자가 있는지 확인해 주세요. 대문자와 소문자를 구분합니다.",
    },
    gone: {
      title: "더 이상 쓸 수 없는 단축 링크입니다",
      reason: "삭제되었거나 사용이 중지되었습니다.",
      mend: "링크를 보내 준 분에게 새 링크를 요청해 주세요.",
    },
    expired: {
      title: "만료된 단축 링크입니다",
      reason: "만료 시각이 지났습니다.",
      mend: "링크를 보내 준 분에게 새 링크를 요청해 주세요.",
    },
    spent: {
      title: "이미 모두 사용된 단축 링크입니다",
      reason: "소유자가 허용한 횟수만큼 모두 열렸습니다.",
      mend: "링크를 보내 준 분에게 새 링크를 요청해 주세요.",
    },
    once: {
      title: "한 번만 열리는 단축 링크입니다",
      reason: "처음 여는 사람을 위해 남겨 둔 링크이며, 프로그램과 미리 보기에는 목적지를 알려 주지 않습니다.",
      mend: "준비가 되면 브라우저에서 열어 주세요.",
    },
    blocked: {
      title: "안전을 위해 중지된 단축 링크입니다",
      reason: "서비스 운영 측에서 이 링크의 연결을 막아 두었습니다.",
      mend: "다른 방법으로 따라가지 마세요. 소유자는 검토를 요청할 수 있습니다.",
    },
    "no-page": {
      title: "이 주소에는 페이지가 없습니다",
      reason: "이 서비스의 페이지나 단축 링크가 될 수 없는 주소입니다.",
      mend: "빠지거나 잘못 입력한 글자가 있는지 확인해 주세요.",
    },
    misdirected: {
      title: "여기서 응답하지 않는 이름입니다",
      reason: "주소의 호스트 이름이 이 링크 서비스로 연결되지만, 서비스가 모르는 이름입니다.",
      mend: "이름을 잘못 입력하지 않았는지 확인하거나 링크를 보내 준 분에게 알려 주세요.",
    },
    throttled: {
      title: "없는 주소를 너무 많이 요청했습니다",
      reason: "같은 네트워크에서 없는 단축 링크를 많이 요청하여 잠시 모든 링크를 열 수 없습니다.",
      mend: "{when} 이 페이지를 새로 고쳐 주세요.",
    },
    unavailable: {
      title: "지금은 이 단축 링크를 열 수 없습니다",
      reason: "링크에는 문제가 없지만 제때 확인하지 못했습니다.",
      mend: "잠시 후 이 페이지를 새로 고쳐 주세요.",
    },
  },
};

// In the page itself: a dead link is one request, and it must look right when the service can hardly answer that.
const style =
  ":root{color-scheme:light dark;--water:#eaf2f4;--ink:#12262f;--soft:#476069;--mark:#9c1458}" +
  "@media(prefers-color-scheme:dark){:root{--water:#0c1a21;--ink:#e6eff1;--soft:#9db3ba;--mark:#ff8fbd}}" +
  "*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}" +
  "body{margin:0;min-height:100vh;min-height:100svh;display:grid;align-items:center;padding:2rem clamp(1.25rem,8vw,6rem);" +
  "background:var(--water);color:var(--ink);" +
  'font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR","Noto Sans CJK KR",sans-serif;' +
  "word-break:keep-all;overflow-wrap:anywhere}main{max-width:36rem}svg{display:block;width:4.5rem;height:4.5rem}" +
  "h1{font-size:clamp(1.5rem,1.1rem + 2.4vw,2.25rem);line-height:1.2;letter-spacing:-.015em;margin:1.5rem 0 1rem;text-wrap:balance}" +
  "p{margin:0 0 .5rem}.mend{color:var(--soft)}.course{stroke:var(--mark)}";

const styleHash = createHash("sha256").update(style).digest("base64");

/** The headers that belong to a denial page, beside the status and Cache-Control. */
export function denialPageHeaders(language: Language): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-language": language,
    "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    vary: "Accept, Accept-Language, Cookie",
  };
}

const pages = new Map<string, string>();

/**
 * The page that a person sees who followed a short link that leads nowhere.
 *
 * A whole HTML document that needs no second request. Nothing of the request is in it, so it is built once for each
 * kind and language, but for the time to wait.
 *
 * @param waitSeconds Undefined: nobody knows, or no wait would help.
 */
export function denialPage(kind: DenialKind, language: Language, waitSeconds?: number): string {
  const key = `${kind} ${language}`;
  const page = pages.get(key) ?? render(texts[language][kind], language);
  pages.set(key, page);
  return page.replace("{when}", whenText(language, waitSeconds));
}

function whenText(language: Language, waitSeconds: number | undefined): string {
  if (waitSeconds === undefined) return language === "ko" ? "잠시 후" : "in a moment";
  const wait = waitText(waitSeconds, language);
  return language === "ko" ? `${wait} 뒤에` : `in ${wait}`;
}

function render(text: DenialText, language: Language): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text.title}</title>
<style>${style}</style>
</head>
<body>
<main>
${drawing}
<h1>${text.title}</h1>
<p>${text.reason}</p>
<p class="mend">${text.mend}</p>
</main>
</body>
</html>
`;
}

/** Two shores, and a course that ends between them. */
const drawing =
  '<svg viewBox="0 0 64 64" aria-hidden="true" fill="none" stroke-width="5" stroke-linecap="round">' +
  '<path stroke="currentColor" d="M8 6c14 4 21 13 21 26S22 54 8 58M56 6c-14 4-21 13-21 26s7 22 21 26"/>' +
  '<path class="course" d="M32 60V46"/></svg>';
