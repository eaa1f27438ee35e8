import { describe, expect, test } from "vitest";
import { sparkline } from "../src/output/sparkline.ts";
import { runCli } from "./run-cli.ts";
import { openStubService, type SeenRequest, type StubAnswer } from "./stub-service.ts";

const period = { from: "2026-11-28T00:00:00+09:00", to: "2026-11-30T15:30:00+09:00", zone: "Asia/Seoul" };

const totals = {
  ...period,
  clicks: 12,
  byClass: { human: 12, bot: 3, preview: 1, prefetch: 0, head: 0 },
  visitors: 9,
  clickCount: { clicks: 345, asOf: "2026-11-30T06:30:00.000Z" },
  previous: { ...period, clicks: 7 },
};

const series = {
  ...period,
  grain: "day",
  buckets: [0, 4, 8].map((clicks, day) => ({ from: `2026-11-${28 + day}T00:00:00+09:00`, clicks, visitors: 1 })),
};

const values: Readonly<Record<string, readonly object[]>> = {
  referrer: [
    { value: "evil \u001b[31m.example", clicks: 10 },
    { value: null, clicks: 2 },
  ],
  country: [{ value: "KR", clicks: 15 }],
  utmCampaign: [
    { value: "spring", clicks: 14 },
    { value: "(other)", clicks: 1 },
  ],
  device: [],
};

function answerTo({ url = "" }: SeenRequest): StubAnswer {
  const { pathname, searchParams } = new URL(url, "http://x");
  if (pathname.endsWith("/stats")) return { status: 200, body: totals };
  if (pathname.endsWith("/timeseries")) return { status: 200, body: series };
  const dimension = searchParams.get("dimension") ?? "";
  return { status: 200, body: { ...period, values: values[dimension], clicks: 15 } };
}

/** Runs `narrows stats …` against a stub. */
async function ask(args: readonly string[], answers: Parameters<typeof openStubService>[0] = answerTo, env = {}) {
  await using service = await openStubService(answers);
  const finished = await runCli(["stats", ...args], { NARROWS_SERVER: service.address, TZ: "Asia/Seoul", ...env });
  return { ...finished, urls: service.seen.map(({ url }) => url) };
}

describe("narrows stats CODE", () => {
  test("shows numbers, a bar for each bucket, and where people came from", async () => {
    const { stdout, exitCode, stderr } = await ask(["AbC123Z"]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n")).toEqual([
      "PERIOD         2026-11-28T00:00:00+09:00 – 2026-11-30T15:30:00+09:00 (Asia/Seoul)",
      "CLICKS         12",
      "BEFORE         7",
      "VISITORS       9",
      "PROGRAMS       4",
      "SINCE EVER     345",
      "COUNTED UNTIL  2026-11-30T06:30:00.000Z; of later clicks, some may be missing",
      "",
      "Clicks, by the day; at most 8:",
      "2026-11-28  ▁▅█  2026-11-30",
      "",
      "CLICKS  REFERRER",
      "10      evil \ufffd[31m.example",
      "2       (unknown)",
      "3       (further values: see --limit)",
      "",
      "CLICKS  COUNTRY",
      "15      KR",
      "",
    ]);
  });

  test("asks for the machine's days by default", async () => {
    const { urls } = await ask(["AbC123Z"]);
    expect(urls).toEqual([
      "/v1/urls/AbC123Z/stats?zone=Asia%2FSeoul&compare=previous",
      "/v1/urls/AbC123Z/timeseries?zone=Asia%2FSeoul",
      ...["referrer", "country", "device"].map(
        (dimension) => `/v1/urls/AbC123Z/breakdown?zone=Asia%2FSeoul&dimension=${dimension}&limit=5`,
      ),
    ]);
  });

  test("asks for what the options say, of the domain that a short URL has", async () => {
    const options = ["--from", "2026-11-30T00:00:00+09:00", "--to", "2026-11-30", "--zone", "UTC", "--grain", "hour"];
    const { urls } = await ask(["https://go.example.com/AbC123Z", ...options, "--limit", "3"]);
    expect(urls[1]).toBe(
      "/v1/urls/AbC123Z/timeseries?from=2026-11-30T00%3A00%3A00%2B09%3A00&to=2026-11-30&zone=UTC&grain=hour&domain=go.example.com",
    );
    expect(urls[4]).toContain("dimension=device&limit=3&domain=go.example.com");
  });

  test("writes the service's answers with --json", async () => {
    const { stdout } = await ask(["AbC123Z", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      stats: totals,
      timeseries: series,
      breakdowns: { country: { values: values["country"] } },
    });
  });

  test("speaks Korean where the locale is", async () => {
    const { stdout } = await ask(["AbC123Z"], answerTo, { LANG: "ko_KR.UTF-8" });
    expect(stdout).toContain("일별 클릭, 최대 8:\n2026-11-28  ▁▅█  2026-11-30\n");
    expect(stdout).toContain("(알 수 없음)");
    expect(stdout).not.toMatch(/CLICKS|PERIOD/);
  });

  test("tells the clicks of a class apart by what is asked for", async () => {
    const { stdout, urls } = await ask(["AbC123Z", "--class", "bot", "--by", "utmCampaign"]);
    expect(stdout).toContain("CLICKS            12 (bot)\n");
    expect(stdout).toContain("VISITORS (human)  9\n");
    expect(stdout).toMatch(/\n\nCLICKS {2}UTM CAMPAIGN\n14 {6}spring\n1 {7}\(other: not kept apart\)\n$/);
    expect(urls).toHaveLength(3);
    expect(urls.every((url) => url?.includes("class=bot"))).toBe(true);
    expect(urls[2]).toBe("/v1/urls/AbC123Z/breakdown?zone=Asia%2FSeoul&class=bot&dimension=utmCampaign&limit=20");
  });

  test("shows minutes with their own period and sum, and asks for nothing that is about quarter-hours", async () => {
    const minutes = {
      from: "2026-11-30T18:24:00Z",
      to: "2026-11-30T18:27:00Z",
      zone: "UTC",
      grain: "minute",
      buckets: [3, 0, 2].map((clicks, minute) => ({ from: `2026-11-30T18:${24 + minute}:00Z`, clicks })),
      asOf: "2026-11-30T18:26:30.000Z",
    };
    const bounds = ["--from", minutes.from, "--to", minutes.to, "--zone", "UTC", "--grain", "minute"];
    const { stdout, urls } = await ask(["AbC123Z", ...bounds], { status: 200, body: minutes });
    expect(urls).toEqual([
      "/v1/urls/AbC123Z/timeseries?from=2026-11-30T18%3A24%3A00Z&to=2026-11-30T18%3A27%3A00Z&zone=UTC&grain=minute",
    ]);
    expect(stdout.split("\n")).toEqual([
      "PERIOD         2026-11-30T18:24:00Z – 2026-11-30T18:27:00Z (UTC)",
      "CLICKS         5",
      "COUNTED UNTIL  2026-11-30T18:26:30.000Z; of later clicks, some may be missing",
      "",
      "Clicks, by the minute; at most 3:",
      "11-30 18:24  █▁▆  11-30 18:26",
      "",
    ]);
    const { stdout: json } = await ask(["AbC123Z", ...bounds, "--json"], { status: 200, body: minutes });
    expect(JSON.parse(json)).toEqual({ timeseries: minutes });
  });

  test("shows with every line of bars when it begins and ends", async () => {
    const hours = Array.from({ length: 49 }, (_, hour) => ({
      from: new Date(Date.UTC(2026, 10, 28, hour)).toISOString(),
      clicks: hour,
    }));
    const { stdout } = await ask(["AbC123Z"], (request) =>
      request.url?.includes("timeseries") === true
        ? { status: 200, body: { ...series, grain: "hour", buckets: hours } }
        : answerTo(request),
    );
    expect(stdout).toMatch(/\n11-28 00:00 {2}[▁-█]{48} {2}11-29 23:00\n11-30 00:00 {2}█\n\n/);
  });

  test("names the link where the service does not know the host of its URL", async () => {
    const body = { status: 404, code: "DOMAIN_UNKNOWN", field: "domain", detail: "domain: No.", mend: "See." };
    const byUrl = await ask(["https://other.host/AbC123Z"], { status: 404, body });
    expect(byUrl.stderr).toMatch(/^narrows: <code>: No\. /);
    const byOption = await ask(["AbC123Z", "--domain", "other.host"], { status: 404, body });
    expect(byOption.stderr).toMatch(/^narrows: --domain: No\. /);
  });

  test("names the option where the service refuses a parameter", async () => {
    const body = {
      status: 400,
      code: "PERIOD_INVALID",
      field: "from",
      detail: "from: No such time.",
      mend: "Use another.",
    };
    const { stderr, exitCode } = await ask(["AbC123Z", "--from", "2019-01-01"], { status: 400, body });
    expect([exitCode, stderr]).toEqual([1, "narrows: --from: No such time. [PERIOD_INVALID]\n  Use another.\n"]);
  });

  test("says how to mend a period in words of the command line", async () => {
    const body = { status: 400, code: "PERIOD_MALFORMED", field: "from", detail: "from: No.", mend: "Write + as %2B." };
    const { stderr } = await ask(["AbC123Z", "--from", "yesterday"], { status: 400, body });
    expect(stderr).toMatch(/^narrows: --from: No\. \[PERIOD_MALFORMED\]\n  Use a date such as .+ --from /);
  });

  test.each([
    [[], "ARGUMENT_MISSING", "code"],
    [[".."], "OPTION_INVALID", "<code>"],
    [["AbC123Z", "--top"], "OPTION_INVALID", "--top"],
    [["--top", "--grain", "day"], "OPTION_INVALID", "--grain"],
    [["--top", "--by", "country"], "OPTION_INVALID", "--by"],
    [["--top", "--domain", "a.example"], "OPTION_INVALID", "--domain"],
    [["AbC123Z", "--limit", "0"], "OPTION_INVALID", "--limit"],
    [["AbC123Z", "--by", "bogus"], "OPTION_INVALID", "--by"],
    [["AbC123Z", "--class", "robots"], "OPTION_INVALID", "human, bot, preview, prefetch, head, all"],
    [["--top", "--class", "robots"], "OPTION_INVALID", "--class"],
    [["AbC123Z", "--grain", "second"], "OPTION_INVALID", "--grain"],
    [["AbC123Z", "--zone", "Mars"], "OPTION_INVALID", "--zone"],
    [["AbC123Z", "--zone", "+09:00"], "OPTION_INVALID", "--zone"],
    [["AbC123Z", "--grain", "minute", "--by", "os"], "OPTION_INVALID", "--by"],
    [["AbC123Z", "--grain", "minute", "--limit", "9"], "OPTION_INVALID", "--limit"],
  ])("refuses %j with %s before anything is sent", async (args, code, name) => {
    const { urls, exitCode, stderr } = await ask(args);
    expect([urls, exitCode]).toEqual([[], 2]);
    expect(stderr).toContain(`[${code}]`);
    expect(stderr).toContain(name);
  });

  test.each([{}, { ...totals, clicks: "12" }, { ...totals, clickCount: null }])(
    "is not content with an answer that counts nothing: %j",
    async (body) => {
      const { stderr, exitCode } = await ask(["AbC123Z"], { status: 200, body });
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining("[SERVER_STRANGE]")]);
    },
  );
});

describe("narrows stats --top", () => {
  const links = [{ shortUrl: "https://sho.rt/AbC123Z", clicks: 120 }];

  test("lists the links with the most clicks", async () => {
    const answer = { status: 200, body: { ...period, links, isComplete: true, asOf: totals.clickCount.asOf } };
    const { stdout, urls } = await ask(["--top", "--from", "4w", "--limit", "3"], answer);
    expect(urls).toEqual(["/v1/stats/top?from=4w&zone=Asia%2FSeoul&limit=3"]);
    expect(stdout.split("\n")).toEqual([
      "PERIOD         2026-11-28T00:00:00+09:00 – 2026-11-30T15:30:00+09:00 (Asia/Seoul)",
      "COUNTED UNTIL  2026-11-30T06:30:00.000Z; of later clicks, some may be missing",
      "",
      "CLICKS  SHORT URL",
      "120     https://sho.rt/AbC123Z",
      "",
    ]);
  });

  test("says when there are more links than were looked at, and when nobody came", async () => {
    const some = await ask(["--top"], { status: 200, body: { ...period, links, isComplete: false } });
    expect(some.stdout).toMatch(/5,000 links; you have more\.\n$/);
    const none = await ask(["--top"], { status: 200, body: { ...period, links: [], isComplete: true } });
    expect(none.stdout).toMatch(/\n\nNone of your links was followed in this period\. /);
  });
});

describe("a line of bars", () => {
  test.each([
    [[], []],
    [[0, 0], ["▁▁"]],
    [[1], ["█"]],
    [[0, 1, 1_000_000], ["▁▂█"]],
    [[0, 1, 2, 3, 4, 5, 6, 7], ["▁▂▃▄▅▆▇█"]],
  ])("of %j is %j", (numbers, lines) => {
    expect(sparkline(numbers)).toEqual(lines);
  });

  test("goes on in the next line after 48", () => {
    expect(sparkline(Array.from({ length: 49 }, () => 0))).toEqual(["▁".repeat(48), "▁"]);
  });
});
