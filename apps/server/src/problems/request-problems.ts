import type { ProblemRow } from "./problem-row.ts";

/** Requests that cannot be read: HTTP, JSON, fields, parameters. */
export const requestProblems = {
  REQUEST_MALFORMED: {
    status: 400,
    title: { en: "The request is not well-formed HTTP.", ko: "올바른 HTTP 요청이 아닙니다." },
    mend: {
      en: "Send an HTTP/1.1 request with one Host header and one body length.",
      ko: "Host 헤더 하나와 본문 길이 하나를 가진 HTTP/1.1 요청을 보내세요.",
    },
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: { en: "The request took too long to arrive.", ko: "요청이 제때 도착하지 않았습니다." },
    mend: { en: "Send headers and body without long pauses.", ko: "헤더와 본문을 지체 없이 보내세요." },
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: { en: "The request's headers are too large.", ko: "요청 헤더가 너무 큽니다." },
    mend: {
      en: "Keep the request line and all headers below 16 KiB together, and send at most 100 headers.",
      ko: "요청 줄과 모든 헤더를 합쳐 16 KiB 미만으로 줄이고, 헤더는 100개까지만 보내세요.",
    },
  },
  EXPECTATION_FAILED: {
    status: 417,
    title: { en: "The Expect header asks for something unknown.", ko: "Expect 헤더를 이해할 수 없습니다." },
    mend: { en: "Send Expect: 100-continue or no Expect header.", ko: "Expect: 100-continue를 쓰거나 헤더를 빼세요." },
  },
  NOT_FOUND: {
    status: 404,
    title: { en: "There is nothing at this address.", ko: "이 주소에는 아무것도 없습니다." },
    mend: { en: "See /~/docs for the addresses that exist.", ko: "사용할 수 있는 주소는 /~/docs에서 확인하세요." },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: { en: "This address does not know this method.", ko: "이 주소에서 쓸 수 없는 메서드입니다." },
    mend: { en: "Use one of the methods in the Allow header.", ko: "Allow 헤더에 있는 메서드를 쓰세요." },
  },
  HOST_UNKNOWN: {
    status: 421,
    title: { en: "This service does not answer for that host.", ko: "이 서비스가 응답하지 않는 호스트입니다." },
    mend: {
      en: "Use the host of BASE_URL, or add the host name to DOMAINS.",
      ko: "BASE_URL의 호스트를 쓰거나 DOMAINS에 호스트 이름을 추가하세요.",
    },
  },
  CONTENT_TYPE_UNSUPPORTED: {
    status: 415,
    title: { en: "The body is not declared as JSON.", ko: "본문이 JSON으로 표시되지 않았습니다." },
    mend: { en: "Send Content-Type: application/json.", ko: "Content-Type: application/json을 보내세요." },
  },
  CONTENT_ENCODING_UNSUPPORTED: {
    status: 415,
    title: { en: "Compressed bodies are not accepted.", ko: "압축된 본문은 받지 않습니다." },
    mend: { en: "Send the body without Content-Encoding.", ko: "Content-Encoding 없이 본문을 보내세요." },
  },
  BODY_TOO_LARGE: {
    status: 413,
    title: { en: "The body is too large.", ko: "본문이 너무 큽니다." },
    mend: {
      en: "Keep a body below 64 KiB, a bulk body below 16 MiB and 100,000 values; split what is larger.",
      ko: "본문은 64 KiB, 일괄 요청은 16 MiB와 값 10만 개 미만으로 나누어 보내세요.",
    },
  },
  BULK_BUSY: {
    status: 503,
    title: { en: "Too many large bodies are being worked on.", ko: "처리 중인 큰 요청이 너무 많습니다." },
    mend: {
      en: "Nothing was made. Repeat the request shortly, or send fewer links at once.",
      ko: "만들어진 것은 없습니다. 잠시 후 다시 보내거나 한 번에 보내는 링크 수를 줄이세요.",
    },
    retryAfterSeconds: 1,
  },
  BODY_MISSING: {
    status: 400,
    title: { en: "A JSON body is needed and there is none.", ko: "JSON 본문이 필요하지만 비어 있습니다." },
    mend: { en: "Send a JSON object as the body.", ko: "본문으로 JSON 객체를 보내세요." },
  },
  BODY_UNEXPECTED: {
    status: 400,
    title: { en: "This request takes no body.", ko: "이 요청은 본문을 받지 않습니다." },
    mend: { en: "Leave the body out.", ko: "본문 없이 보내세요." },
  },
  BODY_MALFORMED: {
    status: 400,
    title: { en: "The body is not valid JSON in UTF-8.", ko: "본문이 올바른 UTF-8 JSON이 아닙니다." },
    mend: {
      en: "Check quotes, commas and brackets, and send well-formed UTF-8.",
      ko: "따옴표, 쉼표, 괄호를 확인하고 올바른 UTF-8로 보내세요.",
    },
  },
  BODY_TOO_DEEP: {
    status: 400,
    title: { en: "The body is nested too deeply.", ko: "본문의 중첩이 너무 깊습니다." },
    mend: { en: "Nest objects and arrays at most 16 deep.", ko: "객체와 배열은 16단계까지만 중첩하세요." },
  },
  DUPLICATE_FIELD: {
    status: 400,
    title: { en: "A field appears more than once.", ko: "같은 필드가 두 번 이상 있습니다." },
    mend: { en: "Send each field once.", ko: "각 필드를 한 번만 보내세요." },
  },
  UNKNOWN_FIELD: {
    status: 400,
    title: { en: "The body has a field that is not known here.", ko: "알 수 없는 필드가 있습니다." },
    mend: { en: "Remove the field or check its spelling.", ko: "필드를 빼거나 철자를 확인하세요." },
  },
  MISSING_FIELD: {
    status: 400,
    title: { en: "A required field is missing.", ko: "필수 필드가 없습니다." },
    mend: { en: "Add the field.", ko: "필드를 추가하세요." },
  },
  INVALID_TYPE: {
    status: 400,
    title: { en: "The body or a field has the wrong type.", ko: "본문이나 필드의 형식이 다릅니다." },
    mend: {
      en: "Send the type that the documentation names; nothing is converted.",
      ko: "문서에 적힌 형식으로 보내세요. 자동으로 변환하지 않습니다.",
    },
  },
  INVALID_VALUE: {
    status: 422,
    title: { en: "A field's value is outside what is allowed.", ko: "필드 값이 허용 범위를 벗어났습니다." },
    mend: { en: "See the documentation for the allowed values.", ko: "허용되는 값은 문서에서 확인하세요." },
  },
  UNKNOWN_PARAMETER: {
    status: 400,
    title: { en: "The query has a parameter that is not known here.", ko: "알 수 없는 쿼리 매개변수가 있습니다." },
    mend: { en: "Remove the parameter or check its spelling.", ko: "매개변수를 빼거나 철자를 확인하세요." },
  },
  REPEATED_PARAMETER: {
    status: 400,
    title: { en: "A query parameter appears more than once.", ko: "같은 쿼리 매개변수가 두 번 이상 있습니다." },
    mend: { en: "Send each parameter once.", ko: "각 매개변수를 한 번만 보내세요." },
  },
  INVALID_PARAMETER: {
    status: 400,
    title: { en: "A query parameter's value cannot be used.", ko: "쿼리 매개변수 값을 쓸 수 없습니다." },
    mend: {
      en: "See the documentation; a limit is a whole number from 1 to 1000.",
      ko: "문서를 확인하세요. limit은 1부터 1000까지의 정수입니다.",
    },
  },
  IDEMPOTENCY_KEY_MALFORMED: {
    status: 400,
    title: { en: "The Idempotency-Key cannot be used.", ko: "Idempotency-Key를 쓸 수 없습니다." },
    mend: {
      en: "Send one key of 1 to 255 printable ASCII characters, such as a UUID.",
      ko: "UUID처럼 인쇄 가능한 ASCII 문자 1~255자로 된 키 하나를 보내세요.",
    },
  },
  IF_MATCH_MALFORMED: {
    status: 400,
    title: { en: "The If-Match header cannot be read.", ko: "If-Match 헤더를 읽을 수 없습니다." },
    mend: {
      en: 'Send the ETag of the link as it came, with its quotes, such as "3", or several with commas, or *.',
      ko: '링크의 ETag를 "3"처럼 따옴표까지 그대로 보내세요. 쉼표로 여러 개를 쓰거나 *를 쓸 수도 있습니다.',
    },
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;
