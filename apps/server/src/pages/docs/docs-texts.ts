import type { Language } from "../../language.ts";

/** The words of the documentation page that do not come from the API's own description. */
export type DocsTexts = typeof english;

const english = {
  title: "Narrows API",
  description: "Every address, field and error code of the Narrows link service.",
  heading: "The API",
  lede: "JSON over HTTP. Every error says in one code what went wrong and in one sentence how to mend it.",
  contents: "Contents",
  start: "Start here",
  startText:
    "Send an API key as a bearer token; `npm run narrows -- keys create --name NAME` makes one. A key has scopes, and `admin` includes every other. Bodies are JSON in UTF-8; unknown fields, wrong types and repeated names are refused, never mended.",
  scopes: "Needs a key with",
  noKey: "No key needed",
  optionalKey: "Without a key only where anonymous creation is allowed; else needs a key with",
  parameters: "Parameters",
  body: "Request body",
  answers: "Answers",
  answerFields: "Fields of the answer",
  example: "Example",
  name: "Name",
  type: "Type",
  meaning: "Meaning",
  required: "required",
  refusals: "Refusals",
  errors: "Error codes",
  errorsText:
    "Every error is `application/problem+json` (RFC 9457) with one of these in `code`. Programs read the code, people the sentence.",
  code: "Code",
  status: "Status",
  what: "What happened",
  mend: "How to mend it",
  in: { path: "in the path", query: "in the query", header: "header", cookie: "cookie" },
  oneOf: (values: string) => `one of ${values}`,
  characters: (min: number, max: number | undefined) => range("characters", min, max),
  items: (min: number, max: number | undefined) => range("items", min, max),
  between: (min: number | undefined, max: number | undefined) => `${min ?? "…"} to ${max ?? "…"}`,
  otherwise: (value: string) => `default ${value}`,
};

function range(what: string, min: number, max: number | undefined): string {
  if (max === undefined) return `at least ${count(min)} ${what}`;
  return min === 0 ? `at most ${count(max)} ${what}` : `${count(min)} to ${count(max)} ${what}`;
}

function count(value: number): string {
  return value.toLocaleString("en");
}

const korean: DocsTexts = {
  title: "Narrows API",
  description: "Narrows 링크 서비스의 모든 주소, 필드, 오류 코드.",
  heading: "API",
  lede: "HTTP로 JSON을 주고받습니다. 모든 오류는 무엇이 잘못되었는지 코드 하나로, 어떻게 고치는지 한 문장으로 알려 줍니다.",
  contents: "목차",
  start: "시작하기",
  startText:
    "API 키를 Bearer 토큰으로 보냅니다. 키는 `npm run narrows -- keys create --name NAME`으로 만듭니다. 키에는 권한 범위가 있고 `admin`은 나머지를 모두 포함합니다. 본문은 UTF-8 JSON이며, 모르는 필드나 다른 형식, 되풀이된 이름은 고쳐 읽지 않고 거절합니다.",
  scopes: "필요한 키 권한",
  noKey: "키 없이 사용",
  optionalKey: "익명 생성이 허용된 곳에서는 키 없이 사용, 그 밖에는 필요한 키 권한",
  parameters: "매개변수",
  body: "요청 본문",
  answers: "응답",
  answerFields: "응답 필드",
  example: "예",
  name: "이름",
  type: "형식",
  meaning: "뜻",
  required: "필수",
  refusals: "거절",
  errors: "오류 코드",
  errorsText:
    "모든 오류는 `application/problem+json`(RFC 9457)이며 `code`에 아래 값 가운데 하나가 들어 있습니다. 프로그램은 코드를, 사람은 문장을 읽으면 됩니다.",
  code: "코드",
  status: "상태",
  what: "무슨 일인가",
  mend: "고치는 법",
  in: { path: "경로", query: "쿼리", header: "헤더", cookie: "쿠키" },
  oneOf: (values) => `${values} 중 하나`,
  characters: (min, max) => koreanRange("자", min, max),
  items: (min, max) => koreanRange("개", min, max),
  between: (min, max) => `${min ?? "…"}~${max ?? "…"}`,
  otherwise: (value) => `기본값 ${value}`,
};

function koreanRange(what: string, min: number, max: number | undefined): string {
  if (max === undefined) return `${count(min)}${what} 이상`;
  return min === 0 ? `최대 ${count(max)}${what}` : `${count(min)}~${count(max)}${what}`;
}

export const docsTexts: Readonly<Record<Language, DocsTexts>> = { en: english, ko: korean };
