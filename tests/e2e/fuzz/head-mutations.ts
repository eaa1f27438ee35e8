import type { Random } from "../../program/random.ts";
import { marker, oddTexts, type Mutation } from "./mutation.ts";

const methods = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "PROPFIND",
  "get",
  "G E T",
  "",
  marker,
];
const versions = ["HTTP/1.0", "HTTP/2.0", "HTTP/1.1 ", "HTTP/9.9", "http/1.1", "HTTP/1.", "", marker];
const targets = [
  "*",
  "/",
  "//",
  "/%2F",
  "/%00",
  "/%zz",
  "/%c0%ae%c0%ae/",
  "/../../etc/passwd",
  "http://evil.example/",
  "localhost:80",
  "/v1/urls/%2e%2e",
  "/v1/urls//",
  "/v1/urls?limit=0",
  "/v1/urls?limit=1e3",
  "/v1/urls?cursor=AAAA",
  "/v1/urls?cursor=WzEsMiwzXQ",
  "/v1/urls?limit=1&limit=2",
  "/v1/urls?__proto__=1",
  "/v1/urls?q=%00&tag=%ff",
  "/~/",
  "/~/docs/../../package.json",
  `/${"a".repeat(10_240)}`,
  `/${"%6b".repeat(3_400)}`,
  `/v1/urls/${"/".repeat(2_000)}`,
  `/?${"a&".repeat(4_000)}`,
  `/${marker}`,
  `/v1/urls/${marker}`,
  `/v1/urls?${marker}=1`,
  "/\xed\xa0\x80",
];

/** Header lines that are wrong, or right in the wrong place. */
const strangers: readonly (readonly [name: string, value: string])[] = [
  ["Content-Length", "5"],
  ["Content-Length", "-1"],
  ["Content-Length", "1e3"],
  ["Content-Length", "99999999999999999999"],
  ["Content-Length", "0x10"],
  ["Transfer-Encoding", "chunked"],
  ["Transfer-Encoding", "chunked, identity"],
  ["Transfer-Encoding", "xchunked"],
  ["Transfer-Encoding", "gzip"],
  ["Expect", "100-continue"],
  ["Expect", "200-ok"],
  ["Host", "evil.example"],
  ["Host", marker],
  ["Connection", "close"],
  ["Connection", "upgrade"],
  ["Upgrade", "websocket"],
  ["Upgrade", "h2c"],
  ["Content-Type", "text/plain"],
  ["Content-Type", "application/json; charset=utf-16"],
  ["Content-Type", `application/json${marker}`],
  ["Content-Type", "multipart/form-data; boundary=x"],
  ["Content-Encoding", "gzip"],
  ["Authorization", "Bearer "],
  ["Authorization", "Basic eDp5"],
  ["Authorization", `Bearer ${marker}`],
  ["Idempotency-Key", "k".repeat(300)],
  ["Idempotency-Key", marker],
  ["X-Forwarded-For", "1.2.3.4, evil"],
  ["X-Forwarded-Host", "evil.example"],
  ["Accept", "text/html"],
  ["Accept", `${"*/*,".repeat(500)}${marker}`],
  ["Accept-Language", `ko;q=9,${"a-b-c,".repeat(1_000)}`],
  ["Range", "bytes=0-1"],
  ["If-None-Match", `W/${marker}`],
  ["Cookie", "a=b; __proto__=c"],
  ["Origin", "https://evil.example"],
  ["X-Large", "x".repeat(20_000)],
  ["Bad Name", "x"],
  ["", "x"],
  ["X-Folded", "a\r\n b"],
  ["X-Nul", "a\0b"],
  ["X-Feed", "a\nb: c"],
  ["X-Return", "a\rb: c"],
];

/** Mutations of the request line and of the headers. */
export const headMutations: readonly Mutation[] = [
  (request, random) => ({ ...request, method: random.pick(methods) }),
  (request, random) => ({ ...request, version: random.pick(versions) }),
  (request, random) => ({ ...request, target: random.pick(targets) }),
  (request, random) => ({ ...request, target: splice(request.target, random) }),
  (request, random) => ({ ...request, target: `${request.target}?${random.pick(oddTexts)}=${random.pick(oddTexts)}` }),
  (request, random) => ({ ...request, headers: [...request.headers, random.pick(strangers)] }),
  (request, random) => ({ ...request, headers: [random.pick(strangers), ...request.headers] }),
  (request, random) => ({ ...request, headers: request.headers.filter(() => random.chance(0.5)) }),
  (request) => ({ ...request, headers: request.headers.flatMap((header) => [header, header]) }),
  (request) => ({ ...request, headers: [...request.headers, ...manyHeaders] }),
  (request, random) => ({
    ...request,
    headers: request.headers.map(
      ([name, value]) => [name, random.chance(0.5) ? splice(value, random) : value] as const,
    ),
  }),
];

const manyHeaders = Array.from({ length: 3_000 }, (_, index) => [`X-${index}`, "1"] as const);

/** Puts something odd somewhere into a text. */
function splice(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + random.pick(oddTexts) + text.slice(at + random.below(3));
}
