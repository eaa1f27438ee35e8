import type { RawRequest } from "./raw-request.ts";

export type SeedOptions = {
  readonly authorization: string;
  /** Codes of links that may be changed and deleted. */
  readonly codes: readonly string[];
};

/** Valid requests of every kind that the service knows, to be mutated. */
export function seedRequests({ authorization, codes: [first = "", second = ""] }: SeedOptions): readonly RawRequest[] {
  const longUrl = "https://example.com/fuzz?a=%2B+%20~*[]'#x";
  const withJson = (method: string, target: string, body: unknown): RawRequest => ({
    ...plain(method, target, authorization),
    body: Buffer.from(JSON.stringify(body)),
    framing: { kind: "length" },
  });
  return [
    withJson("POST", "/v1/urls", { longUrl }),
    withJson("POST", "/v1/urls", {
      longUrl,
      expiresAt: "2090-01-01T00:00:00+09:00",
      tags: ["a"],
      note: "n",
      status: 307,
    }),
    withJson("POST", "/v1/urls", { longUrl, alias: "fuzz-alias", reuse: true }),
    withJson("POST", "/v1/urls", { longUrl, maxClicks: 3 }),
    withHeader(withJson("POST", "/v1/urls", { longUrl, note: "once" }), "Idempotency-Key", "fuzz"),
    withJson("POST", "/v1/urls/bulk", { links: [{ longUrl }, { longUrl, alias: "fuzz-row" }] }),
    withJson("PATCH", `/v1/urls/${first}`, { longUrl, enabled: true, expiresAt: null, note: null }),
    withJson("POST", `/v1/urls/${second}/quarantine`, { reason: "fuzz" }),
    plain("DELETE", `/v1/urls/${second}/quarantine`, authorization),
    plain("DELETE", "/v1/urls/fuzz-alias", authorization),
    plain("DELETE", "/v1/urls/fuzz-row", authorization),
    plain("GET", `/v1/urls/${first}`, authorization),
    plain("GET", "/v1/urls?limit=10&q=example.com&tag=a", authorization),
    ...clickQuestions(first).map((target) => plain("GET", target, authorization)),
    withHeader(plain("GET", `/v1/urls/${first}/live?class=all`, authorization), "Last-Event-ID", lastEventId),
    withJson("POST", "/v1/reports", { shortCode: first, category: "phishing", text: "fuzz" }),
    plain("GET", "/v1/reports?limit=10", authorization),
    withJson("POST", "/v1/reports/1/settle", { action: "dismiss" }),
    plain("GET", "/v1/denylist", authorization),
    plain("GET", `/${first}`, authorization),
    withHeader(plain("GET", `/${first}?utm_source=a`, authorization), "Referer", "https://example.com/"),
    plain("HEAD", `/${first}`, authorization),
    plain("GET", "/healthz", authorization),
    plain("GET", "/readyz", authorization),
    plain("GET", "/metrics", authorization),
    plain("GET", "/openapi.json", authorization),
    plain("GET", "/~/docs", authorization),
    plain("GET", "/", authorization),
  ];
}

const lastEventId = "1796000000000-01234567-89ab-7def-8123-456789abcdef";

function clickQuestions(code: string): readonly string[] {
  const link = `/v1/urls/${code}`;
  return [
    `${link}/stats?from=2026-11-01&to=2026-11-30&zone=Asia/Seoul&compare=previous`,
    `${link}/timeseries?from=4w&zone=Asia/Kathmandu&grain=hour&class=all`,
    `${link}/breakdown?dimension=utmSource&limit=5`,
    `${link}/clicks?from=24h&format=csv`,
    `${link}/clicks?from=2026-11-30T00:00:00Z&class=bot`,
    "/v1/stats/top?from=7d&limit=5",
  ];
}

function withHeader(request: RawRequest, name: string, value: string): RawRequest {
  return { ...request, headers: [...request.headers, [name, value]] };
}

function plain(method: string, target: string, authorization: string): RawRequest {
  const headers = [
    ["Host", "localhost"],
    ["Authorization", authorization],
    ["Content-Type", "application/json"],
  ] as const;
  const kept = method === "POST" || method === "PATCH" ? headers : headers.slice(0, 2);
  return { method, target, version: "HTTP/1.1", headers: kept, body: Buffer.alloc(0), framing: { kind: "none" } };
}
