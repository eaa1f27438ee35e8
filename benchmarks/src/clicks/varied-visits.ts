import type { Visit } from "@narrows/clicks";

const links = 50_000;
const agents = Array.from(
  { length: 200 },
  (_, index) =>
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (index % 50)}.0.${index}.0 Safari/537.36`,
);

const always = {
  Host: "sho.rt",
  Connection: "keep-alive",
  "Cache-Control": "max-age=0",
  "sec-ch-ua": '"Chromium";v="140", "Not=A?Brand";v="24"',
  "sec-ch-ua-mobile": "?0",
  "sec-ch-ua-platform": '"Linux"',
  "Upgrade-Insecure-Requests": "1",
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Sec-Fetch-Site": "cross-site",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Dest": "document",
  "Accept-Encoding": "gzip, deflate, br, zstd",
};

/**
 * Gives the next redirect as a busy service has them: links of which some are followed far more often, 20,000 readers with
 * the headers of browsers, every fifth from a newsletter.
 */
export function createVisits(): (at: number) => Visit {
  let number = 0;
  return (at) => {
    const spread = mix((number += 1));
    const code = `c${Math.floor((spread / 2 ** 32) ** 3 * links)}`;
    const query = number % 5 === 0 ? "?utm_source=newsletter" : "";
    return {
      domain: "",
      code,
      at,
      method: "GET",
      status: 302,
      remoteAddress: `10.0.${spread % 100}.${(spread >>> 8) % 200}`,
      rawHeaders: headers[number % headers.length] ?? [],
      target: `/${code}${query}`,
      destination: "https://www.example.com/a/page?with=a&query=string",
    };
  };
}

/** Made beforehand: a parser makes them of a request, which is not measured here. */
const headers = Array.from({ length: 4_000 }, (_, index) => headersOf(mix(index)));

function headersOf(spread: number): readonly string[] {
  const language = spread % 2 === 0 ? "ko-KR,ko;q=0.9,en;q=0.8" : "en-US,en;q=0.9";
  return Object.entries({
    ...always,
    "User-Agent": agents[spread % agents.length] ?? "",
    "Accept-Language": language,
    Referer: `https://host-${spread % 40}.example/page`,
  }).flat();
}

/** The same every time, and without a pattern that one could see. */
function mix(number: number): number {
  return (Math.imul(number ^ (number >>> 15), 0x2c1b_3c6d) ^ (number << 7)) >>> 0;
}
