import type { Language } from "../../language.ts";

/** The words that the server writes into the start page. */
export type HomeTexts = typeof english;

const english = {
  title: "Narrows: short links",
  description: "Shorten a link.",
  headingIn: "A long link goes in.",
  headingOut: "A short one comes out.",
  lede: "It leads to exactly the address that you put in, until the date you set or until it is switched off.",
  destination: "Long link",
  destinationHint: "https://example.com/a/very/long/address",
  submit: "Shorten",
  more: "Choose the name or an end date",
  alias: "Alias",
  aliasHint: "Letters without accents, digits, - and _. Leave it empty to get one made.",
  expiry: "Expires",
  key: "API key",
  keyHint: "Creating links on this server needs a key with the scope links:write.",
  rememberKey: "Keep the key until this tab is closed",
  noScript: "This form needs JavaScript, which is switched off here. From a terminal, this does the same:",
  resultHeading: "Your short link",
  leadsTo: "leads to",
  until: "until",
  copy: "Copy",
  open: "Open",
  saveQr: "Save QR code",
  recentHeading: "Made in this tab",
  forget: "Forget these",
} as const satisfies Record<string, string>;

const korean: Record<keyof HomeTexts, string> = {
  title: "Narrows: 단축 링크",
  description: "긴 링크를 짧게 줄입니다.",
  headingIn: "긴 링크를 넣으면",
  headingOut: "단축 링크가 나옵니다.",
  lede: "넣은 주소 그대로, 만료되거나 중지될 때까지 연결합니다.",
  destination: "긴 링크",
  destinationHint: "https://example.com/a/very/long/address",
  submit: "줄이기",
  more: "이름이나 만료일 정하기",
  alias: "별칭",
  aliasHint: "영문자, 숫자, -, _를 쓸 수 있습니다. 비워 두면 자동으로 만듭니다.",
  expiry: "만료",
  key: "API 키",
  keyHint: "이 서버에서 링크를 만들려면 links:write 권한이 있는 키가 필요합니다.",
  rememberKey: "이 탭을 닫을 때까지 키 기억하기",
  noScript: "이 양식에는 JavaScript가 필요한데 지금은 꺼져 있습니다. 터미널에서는 이렇게 하면 됩니다.",
  resultHeading: "단축 링크가 만들어졌습니다",
  leadsTo: "연결되는 주소",
  until: "만료",
  copy: "복사",
  open: "열기",
  saveQr: "QR 코드 저장",
  recentHeading: "이 탭에서 만든 링크",
  forget: "목록 지우기",
};

export const homeTexts: Readonly<Record<Language, Readonly<Record<keyof HomeTexts, string>>>> = {
  en: english,
  ko: korean,
};

/** The words that the script in the browser writes. `{…}` is filled in there. */
const englishScript = {
  working: "Shortening…",
  destinationMissing: "Put in the link that you want to shorten.",
  keyMissing: "Put in your API key.",
  expiryUnreadable: "Fill in the whole date and time, or clear the field.",
  expiryPastMend: "Choose a later one, or clear the field.",
  zone: "In your time zone, {zone}.",
  created: "Done. The short link is {link}.",
  copied: "Copied",
  copyFailed: "Copying did not work. The link is selected: copy it with the keyboard or the menu.",
  qr: "QR code for {link}",
  offline: "No answer came from the server.",
  offlineMend: "Check the connection and press the button again: it will not make a second link.",
  unexpected: "The server answered with something unexpected ({status}).",
  unexpectedMend: "Try again in a moment: it will not make a second link.",
} as const satisfies Record<string, string>;

export type ScriptTexts = Readonly<Record<keyof typeof englishScript, string>>;

const koreanScript: ScriptTexts = {
  working: "줄이는 중…",
  destinationMissing: "줄일 링크를 입력해 주세요.",
  keyMissing: "API 키를 입력해 주세요.",
  expiryUnreadable: "날짜와 시각을 모두 입력하거나 칸을 비워 주세요.",
  expiryPastMend: "더 나중 시각을 고르거나 칸을 비워 주세요.",
  zone: "현재 시간대({zone}) 기준입니다.",
  created: "완료되었습니다. 단축 링크는 {link}입니다.",
  copied: "복사됨",
  copyFailed: "복사하지 못했습니다. 링크를 선택해 두었으니 키보드나 메뉴로 복사해 주세요.",
  qr: "{link}의 QR 코드",
  offline: "서버에서 응답이 없습니다.",
  offlineMend: "연결을 확인하고 버튼을 다시 눌러 주세요. 링크가 두 번 만들어지지는 않습니다.",
  unexpected: "서버가 예상하지 못한 응답({status})을 보냈습니다.",
  unexpectedMend: "잠시 후 다시 시도해 주세요. 링크가 두 번 만들어지지는 않습니다.",
};

export const scriptTexts: Readonly<Record<Language, ScriptTexts>> = { en: englishScript, ko: koreanScript };
