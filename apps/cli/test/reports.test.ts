import { describe, expect, test } from "vitest";
import { runCli } from "./run-cli.ts";
import { openStubService, type StubAnswer } from "./stub-service.ts";

const report = {
  id: "17",
  shortCode: "AbC123Z",
  domain: "sho.rt",
  category: "phishing",
  text: "evil \u001b[31m text",
  reportedAt: "2026-11-30T00:00:00.000Z",
};

/** Runs `narrows reports …` against a stub with one answer. */
async function ask(answer: StubAnswer, args: readonly string[], env: Record<string, string> = {}) {
  await using service = await openStubService(answer);
  const finished = await runCli(["reports", ...args], { NARROWS_SERVER: service.address, ...env });
  return { ...finished, seen: service.seen, request: service.seen[0] };
}

describe("narrows reports list", () => {
  const page = { reports: [report, { ...report, id: "18", category: "other", text: null }], cursor: "18" };

  test("asks for one page, with the key, and tells how to go on", async () => {
    const options = ["--limit", "2", "--cursor", "16", "--key", "nrw_moderator"];
    const { request, stdout, exitCode } = await ask({ status: 200, body: page }, ["list", ...options]);
    expect(request).toMatchObject({ method: "GET", url: "/v1/reports?limit=2&cursor=16" });
    expect(request?.headers.authorization).toBe("Bearer nrw_moderator");
    expect([exitCode, stdout.trimEnd().split("\n").at(-1)]).toEqual([0, "There are more: repeat with --cursor 18"]);
  });

  test("shows each report in a line, without what could steer a terminal", async () => {
    const { request, stdout } = await ask({ status: 200, body: { ...page, cursor: null } }, ["list"]);
    expect(request?.url).toBe("/v1/reports");
    expect(stdout.trimEnd().split("\n")).toEqual([
      "ID  REPORTED                  CATEGORY  DOMAIN  CODE     TEXT",
      "17  2026-11-30T00:00:00.000Z  phishing  sho.rt  AbC123Z  evil \ufffd[31m text",
      "18  2026-11-30T00:00:00.000Z  other     sho.rt  AbC123Z  -",
    ]);
  });

  test("speaks Korean where the locale is", async () => {
    const { request, stdout } = await ask({ status: 200, body: { reports: [report], cursor: "17" } }, ["list"], {
      LANG: "ko_KR.UTF-8",
    });
    expect(request?.headers["accept-language"]).toBe("ko");
    expect(stdout.split("\n")).toEqual([
      "ID  신고 시각                 종류  도메인  코드     내용",
      "17  2026-11-30T00:00:00.000Z  피싱  sho.rt  AbC123Z  evil \ufffd[31m text",
      "더 있습니다. 이어서 보려면 이 옵션을 붙이세요: --cursor 17",
      "",
    ]);
  });

  test("shows a category of a newer service as it is", async () => {
    const body = { reports: [{ ...report, category: "toString" }], cursor: null };
    expect((await ask({ status: 200, body }, ["list"])).stdout).toContain("  toString  ");
  });

  test("says that no reports wait", async () => {
    const { stdout, exitCode } = await ask({ status: 200, body: { reports: [], cursor: null } }, ["list"]);
    expect([exitCode, stdout]).toEqual([0, "No reports wait.\n"]);
  });

  test("writes the service's page with --json", async () => {
    const { stdout, stderr } = await ask({ status: 200, body: page }, ["list", "--json"]);
    expect([JSON.parse(stdout), stderr]).toEqual([page, ""]);
  });

  test.each(["0", "1001", "1.5"])("refuses the limit %s before anything is sent", async (limit) => {
    const { seen, exitCode, stderr } = await ask({ status: 200, body: page }, ["list", `--limit=${limit}`]);
    expect([seen.length, exitCode]).toEqual([0, 2]);
    expect(stderr).toContain("The value of --limit");
  });

  test.each([
    ["links", { links: [], cursor: null }],
    ["a report without an id", { reports: [{ ...report, id: 17 }], cursor: null }],
  ])("is not content with %s", async (_, body) => {
    const { stderr, exitCode } = await ask({ status: 200, body }, ["list"]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("[SERVER_STRANGE]")]);
  });
});

describe("narrows reports settle", () => {
  test.each([
    [["--action", "dismiss"], { action: "dismiss" }],
    [["--action", "quarantine"], { action: "quarantine" }],
    [["--action", "quarantine", "--reason", "phishing"], { action: "quarantine", reason: "phishing" }],
  ])("with %j sends %j and says how many reports were settled", async (options, body) => {
    const answer = { status: 200, body: { settled: 3 } };
    const { request, stdout, exitCode } = await ask(answer, ["settle", "17", ...options]);
    expect(request).toMatchObject({ method: "POST", url: "/v1/reports/17/settle" });
    expect(JSON.parse(request?.body ?? "")).toEqual(body);
    expect([exitCode, stdout]).toEqual([0, "Reports settled: 3.\n"]);
  });

  test("writes the service's answer with --json", async () => {
    const args = ["settle", "17", "--action", "dismiss", "--json"];
    const { stdout } = await ask({ status: 200, body: { settled: 1 } }, args);
    expect(JSON.parse(stdout)).toEqual({ settled: 1 });
  });

  test.each([
    [["17"], "OPTION_MISSING", "--action"],
    [["--action", "dismiss"], "ARGUMENT_MISSING", "id"],
    [["17", "--action", "delete"], "OPTION_INVALID", "--action"],
    [["..", "--action", "dismiss"], "OPTION_INVALID", "<id>"],
    [["17/settle?", "--action", "dismiss"], "OPTION_INVALID", "<id>"],
  ])("refuses %j with %s before anything is sent", async (args, code, name) => {
    const { seen, exitCode, stderr } = await ask({ status: 200, body: { settled: 1 } }, ["settle", ...args]);
    expect([seen.length, exitCode]).toEqual([0, 2]);
    expect(stderr).toContain(`[${code}]`);
    expect(stderr).toContain(name);
  });

  test("tells why the service said no, by its own words for the options, and exits with 1", async () => {
    const body = {
      status: 422,
      code: "INVALID_VALUE",
      field: "reason",
      detail: "reason: Outside what is allowed.",
      mend: "Leave it out.",
    };
    const args = ["settle", "17", "--action", "dismiss", "--reason", "x"];
    const { request, stdout, stderr, exitCode } = await ask({ status: 422, body }, args);
    expect(JSON.parse(request?.body ?? "")).toEqual({ action: "dismiss", reason: "x" });
    expect([exitCode, stdout, stderr]).toEqual([
      1,
      "",
      "narrows: --reason: Outside what is allowed. [INVALID_VALUE]\n  Leave it out.\n",
    ]);
  });

  test("is not content with an answer that settles nothing", async () => {
    const { stderr, exitCode } = await ask({ status: 200, body: {} }, ["settle", "17", "--action", "dismiss"]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("[SERVER_STRANGE]")]);
  });
});
