import type { Language } from "../language.ts";

type Text = Readonly<Record<Language, string>>;

/** Everything that can be wrong with a policies file. `{name}` is replaced by a value. */
const faultTexts = {
  FILE_TOO_LARGE: {
    en: "The file has more than {max} bytes. A hundred policies need far fewer.",
    ko: "파일이 {max}바이트보다 큽니다. 정책 100개는 훨씬 작은 파일에 들어갑니다.",
  },
  FILE_FORM: {
    en: "The file must hold `policies:` and a list below it, and holds nothing or something else. For no limits write `policies: []`.",
    ko: "파일에는 `policies:`와 그 아래 목록이 있어야 하는데, 비었거나 다른 것이 들어 있습니다. 아무것도 제한하지 않으려면 `policies: []`로 쓰세요.",
  },
  YAML_MALFORMED: { en: "This is not YAML: {reason}", ko: "올바른 YAML이 아닙니다: {reason}" },
  YAML_TOO_DEEP: {
    en: "Here lists and maps lie deeper in one another than those of any policy. Close the brackets.",
    ko: "목록과 맵이 정책에 필요한 것보다 깊이 중첩되어 있습니다. 괄호를 닫으세요.",
  },
  YAML_TOO_LONG: {
    en: "Up to here there are more brackets, names and values than in a hundred policies. Take out what no policy needs.",
    ko: "여기까지의 괄호와 이름과 값이 정책 100개에 필요한 것보다 많습니다. 정책에 필요 없는 것을 지우세요.",
  },
  MORE_FAULTS: {
    en: "There are more faults than {max}. Correct those above first.",
    ko: "오류가 {max}개보다 많습니다. 위의 오류를 먼저 고치세요.",
  },
  FIELD_MISSING: { en: "`{field}` is missing. Add it.", ko: "`{field}` 항목이 없습니다. 추가하세요." },
  FIELD_MISSPELT: {
    en: "`{field}` has no meaning here. Did you mean `{suggestion}`?",
    ko: "`{field}` 항목은 여기에 쓸 수 없습니다. `{suggestion}` 항목을 쓰려고 했나요?",
  },
  FIELD_UNKNOWN: {
    en: "`{field}` has no meaning here. There are {allowed}.",
    ko: "`{field}` 항목은 여기에 쓸 수 없습니다. 쓸 수 있는 항목: {allowed}",
  },
  WORD_UNKNOWN: {
    en: "`{field}` must be one of {allowed}.",
    ko: "`{field}` 값은 다음 가운데 하나여야 합니다: {allowed}",
  },
  COUNT_INVALID: {
    en: "`{field}` must be a whole number from {min} to {max}.",
    ko: "`{field}` 값은 {min}부터 {max}까지의 정수여야 합니다.",
  },
  DURATION_INVALID: {
    en: "`{field}` must be a span of time above 0 such as 250ms, 10s, 5m, 2h or 1d.",
    ko: "`{field}` 값은 250ms, 10s, 5m, 2h, 1d처럼 0보다 긴 시간이어야 합니다.",
  },
  TEXT_INVALID: {
    en: "`{field}` must be 1 to 64 printable ASCII characters.",
    ko: "`{field}` 값은 출력 가능한 ASCII 문자 1~64자여야 합니다.",
  },
  VALUE_INVALID: { en: "`{field}` must be {expected}.", ko: "`{field}` 값의 형식이 다릅니다. 필요한 형식: {expected}" },
  NAME_TWICE: {
    en: "There is a policy `{name}` already, in line {other}. Give each a name of its own.",
    ko: "`{name}` 정책이 {other}번째 줄에 이미 있습니다. 이름을 각각 다르게 지으세요.",
  },
  KEY_UNKNOWN_YET: {
    en: "`{purpose}` can be counted per address only: no key is known then. Write `per: address`.",
    ko: "`{purpose}` 항목은 키를 알 수 없으므로 주소별로만 셀 수 있습니다. `per: address`로 쓰세요.",
  },
  QUOTA_UNCOUNTABLE: { en: "The quota cannot be counted: {reason}", ko: "셀 수 없는 한도입니다: {reason}" },
} as const satisfies Readonly<Record<string, Text>>;

/** What works, and hardly as it was meant. */
const warningTexts = {
  ALL_SHADOW: {
    en: "Every policy is in shadow: all is counted, and nobody is ever refused.",
    ko: "모든 정책이 shadow입니다. 세기만 하고 아무 요청도 거절하지 않습니다.",
  },
  BULK_ABOVE_LIMIT: {
    en: "A bulk request of {rows} rows is more than the {limit} that this policy can give at once: it passes only while nothing is used up, and takes all.",
    ko: "{rows}행짜리 일괄 요청은 이 정책이 한 번에 줄 수 있는 {limit}보다 큽니다. 하나도 쓰지 않았을 때만 통과하고 전부를 씁니다.",
  },
  NEVER_ASKED: {
    en: "This policy never counts anything: it is about requests that {why}.",
    ko: "이 정책은 아무것도 세지 않습니다. 대상이 되는 요청이 없습니다({why}).",
  },
} as const satisfies Readonly<Record<string, Text>>;

export type PolicyFaultCode = keyof typeof faultTexts;
export type PolicyWarningCode = keyof typeof warningTexts;

/** Something at one place of a policies file. */
export type PolicyRemark<Code extends string> = {
  readonly code: Code;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The name of the policy, where it has one. */
  readonly policy: string | undefined;
  readonly values: Readonly<Record<string, string | number>>;
};

/** For which the file is refused. */
export type PolicyFault = PolicyRemark<PolicyFaultCode>;
export type PolicyWarning = PolicyRemark<PolicyWarningCode>;

const texts: Readonly<Record<string, Text>> = { ...faultTexts, ...warningTexts };

/** Says what is wrong and how to mend it. */
export function remarkText({ code, values }: PolicyFault | PolicyWarning, language: Language): string {
  const text = texts[code]?.[language] ?? code;
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
