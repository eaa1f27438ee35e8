import type { LinkErrorCode } from "@narrows/links";
import type { ProblemRow } from "./problem-row.ts";

/** Refusals of the link rules. */
export const linkProblems = {
  ALIAS_MALFORMED: {
    status: 400,
    title: { en: "The alias has characters that a short link cannot have.", ko: "별칭에 쓸 수 없는 문자가 있습니다." },
    mend: { en: "Use 1 to 64 of A-Z, a-z, 0-9, '-' and '_'.", ko: "A-Z, a-z, 0-9, '-', '_'로 1~64자를 쓰세요." },
  },
  ALIAS_RESERVED: {
    status: 422,
    title: { en: "The alias is reserved for the service's own pages.", ko: "서비스 페이지용으로 예약된 별칭입니다." },
    mend: { en: "Choose another alias.", ko: "다른 별칭을 고르세요." },
  },
  ALIAS_TAKEN: {
    status: 409,
    title: { en: "The alias is in use, or was once.", ko: "이미 쓰였거나 쓰고 있는 별칭입니다." },
    mend: {
      en: "Choose another alias: a code is never given out again.",
      ko: "다른 별칭을 고르세요. 한 번 쓴 코드는 다시 내주지 않습니다.",
    },
  },
  BUDGET_PERMANENT: {
    status: 422,
    title: {
      en: "A link with maxClicks cannot have a permanent redirect.",
      ko: "열 수 있는 횟수를 정한 링크는 영구 리디렉션을 쓸 수 없습니다.",
    },
    mend: {
      en: "Use status 302 or 307, or leave maxClicks out: browsers remember a 301 or 308 and never ask again.",
      ko: "status를 302나 307로 하거나 maxClicks를 빼세요. 브라우저는 301과 308을 기억해 두고 다시 묻지 않습니다.",
    },
  },
  CODES_EXHAUSTED: {
    status: 503,
    title: { en: "No free code was found.", ko: "빈 코드를 찾지 못했습니다." },
    mend: { en: "Try again shortly, or choose an alias.", ko: "잠시 후 다시 시도하거나 별칭을 고르세요." },
    retryAfterSeconds: 1,
  },
  DESTINATION_NOT_ABSOLUTE: {
    status: 422,
    title: { en: "The destination is not an absolute URL.", ko: "목적지가 절대 URL이 아닙니다." },
    mend: { en: "Begin it with http:// or https://.", ko: "http:// 또는 https://로 시작하세요." },
  },
  DESTINATION_SCHEME: {
    status: 422,
    title: { en: "The destination's scheme is not accepted.", ko: "받을 수 없는 URL 스킴입니다." },
    mend: { en: "Use http or https.", ko: "http나 https를 쓰세요." },
  },
  DESTINATION_CONTROL: {
    status: 422,
    title: { en: "The destination contains control characters.", ko: "목적지에 제어 문자가 있습니다." },
    mend: {
      en: "Remove tabs, line breaks and other control characters.",
      ko: "탭, 줄 바꿈 같은 제어 문자를 빼세요.",
    },
  },
  DESTINATION_TOO_LONG: {
    status: 422,
    title: { en: "The destination is too long.", ko: "목적지가 너무 깁니다." },
    mend: { en: "Keep it at 8,192 bytes or fewer.", ko: "8,192바이트 이하로 줄이세요." },
  },
  DESTINATION_CREDENTIALS: {
    status: 422,
    title: { en: "The destination carries a user name or password.", ko: "목적지에 사용자 이름이나 암호가 있습니다." },
    mend: { en: "Remove what stands before the @ of the host.", ko: "호스트의 @ 앞부분을 지우세요." },
  },
  DESTINATION_PRIVATE: {
    status: 422,
    title: { en: "The destination is a private or local address.", ko: "목적지가 사설 또는 로컬 주소입니다." },
    mend: {
      en: "Use a public address, or have the operator set ALLOW_PRIVATE_DESTINATIONS=on.",
      ko: "공개 주소를 쓰거나 운영자에게 ALLOW_PRIVATE_DESTINATIONS=on 설정을 요청하세요.",
    },
  },
  DESTINATION_OWN_DOMAIN: {
    status: 422,
    title: { en: "The destination leads back to this service.", ko: "목적지가 이 서비스로 되돌아옵니다." },
    mend: { en: "Give the final address instead of a short link.", ko: "단축 링크 대신 최종 주소를 넣으세요." },
  },
  DESTINATION_BLOCKED: {
    status: 422,
    title: { en: "The destination's host is on the blocklist.", ko: "차단 목록에 있는 호스트입니다." },
    mend: { en: "Use another destination, or ask the operator.", ko: "다른 목적지를 쓰거나 운영자에게 문의하세요." },
  },
  DOMAIN_UNKNOWN: {
    status: 422,
    title: { en: "This service does not serve that domain.", ko: "이 서비스가 다루지 않는 도메인입니다." },
    mend: { en: "Use a configured domain, or leave it out.", ko: "설정된 도메인을 쓰거나 도메인을 빼세요." },
  },
  DOMAIN_FORBIDDEN: {
    status: 403,
    title: { en: "This key may not use that domain.", ko: "이 키로는 쓸 수 없는 도메인입니다." },
    mend: { en: "Use the key's own domain, or another key.", ko: "키의 도메인이나 다른 키를 쓰세요." },
  },
  EXPIRY_MALFORMED: {
    status: 422,
    title: { en: "The expiry is not a date and time with a zone.", ko: "만료 시각이 시간대를 포함한 일시가 아닙니다." },
    mend: {
      en: "Write RFC 3339, such as 2030-01-01T00:00:00+09:00, with a day that exists.",
      ko: "2030-01-01T00:00:00+09:00처럼 RFC 3339 형식으로, 실제로 있는 날짜를 쓰세요.",
    },
  },
  EXPIRY_PAST: {
    status: 422,
    title: { en: "The expiry is not in the future.", ko: "만료 시각이 미래가 아닙니다." },
    mend: { en: "Choose a later instant, or null for none.", ko: "더 나중 시각이나 null을 쓰세요." },
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    title: {
      en: "This Idempotency-Key was used for another request.",
      ko: "다른 요청에 이미 쓴 Idempotency-Key입니다.",
    },
    mend: {
      en: "Repeat the very same request, or take a new key.",
      ko: "똑같은 요청을 반복하거나 새 키를 쓰세요.",
    },
  },
  LINK_NOT_FOUND: {
    status: 404,
    title: { en: "There is no such link, or it is someone else's.", ko: "없는 링크이거나 다른 사람의 링크입니다." },
    mend: { en: "Check the code: letters are case-sensitive.", ko: "코드를 확인하세요. 대소문자를 구분합니다." },
  },
  LINK_DELETED: {
    status: 410,
    title: { en: "This link was deleted.", ko: "삭제된 링크입니다." },
    mend: { en: "Create a new link under another code.", ko: "다른 코드로 새 링크를 만드세요." },
  },
  LINK_FORGOTTEN: {
    status: 410,
    title: {
      en: "This link expired long ago, and what it was about is no longer kept.",
      ko: "오래전에 만료되어 내용이 더 이상 보관되지 않는 링크입니다.",
    },
    mend: { en: "Create a new link under another code.", ko: "다른 코드로 새 링크를 만드세요." },
  },
  LINK_QUARANTINED: {
    status: 409,
    title: { en: "This link is quarantined.", ko: "격리된 링크입니다." },
    mend: { en: "Ask a moderator to release it first.", ko: "먼저 검토자에게 해제를 요청하세요." },
  },
  VERSION_MISMATCH: {
    status: 412,
    title: {
      en: "The link has changed since the version that you saw.",
      ko: "확인한 버전 이후에 바뀐 링크입니다.",
    },
    mend: {
      en: "Nothing was changed. Get the link again, look at what is new, and send the change with the new ETag.",
      ko: "바뀐 것은 없습니다. 링크를 다시 조회해 달라진 점을 확인하고 새 ETag로 요청하세요.",
    },
  },
  CURSOR_MALFORMED: {
    status: 400,
    title: { en: "The cursor did not come from this service.", ko: "이 서비스가 만든 커서가 아닙니다." },
    mend: {
      en: "Send the cursor of the page before, unchanged, or none to start again.",
      ko: "이전 페이지의 cursor 값을 그대로 보내거나, 처음부터 다시 시작하세요.",
    },
  },
} as const satisfies Readonly<Record<LinkErrorCode, ProblemRow>>;
