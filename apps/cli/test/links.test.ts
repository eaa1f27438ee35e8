import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { ask, link, refusal } from "./ask-links.ts";
import { cliPath, runCli } from "./run-cli.ts";
import { closedAddress, openStubService } from "./stub-service.ts";

describe("narrows links create", () => {
  test("sends what was asked for, and nothing else", async () => {
    const { request, exitCode } = await ask({ status: 201, body: link }, ["create", "https://example.com/a?b=c"]);
    expect(exitCode).toBe(0);
    expect(request).toMatchObject({ method: "POST", url: "/v1/urls" });
    expect(request?.headers["content-type"]).toBe("application/json");
    expect(request?.headers.authorization).toBeUndefined();
    expect(JSON.parse(request?.body ?? "")).toEqual({ longUrl: "https://example.com/a?b=c" });
  });

  test("sends every option under the API's name", async () => {
    const options = [
      ["--alias", "promo"],
      ["--expires", "2030-01-01T00:00:00+09:00"],
      ["--domain", "go.example.com"],
      ["--tag", "a"],
      ["--tag", "b"],
      ["--note", "flyer"],
      ["--status", "301"],
      ["--reuse"],
      ["--idempotency-key", "order-7"],
    ].flat();
    const { request } = await ask({ status: 200, body: link }, ["create", "https://example.com/", ...options]);
    expect(request?.headers["idempotency-key"]).toBe("order-7");
    expect(JSON.parse(request?.body ?? "")).toEqual({
      longUrl: "https://example.com/",
      alias: "promo",
      expiresAt: "2030-01-01T00:00:00+09:00",
      domain: "go.example.com",
      tags: ["a", "b"],
      note: "flyer",
      status: 301,
      reuse: true,
    });
  });

  test("takes one tag for each --tag, and the URL behind it for the URL", async () => {
    const tags = ["--tag", "a", "--tag", "b"];
    const { request, stderr } = await ask({ status: 201, body: link }, ["create", ...tags, "https://example.com/"]);
    expect(stderr).toBe("");
    expect(JSON.parse(request?.body ?? "")).toEqual({ longUrl: "https://example.com/", tags: ["a", "b"] });
  });

  test("shows the link to people, aligned, without what could steer a terminal", async () => {
    const { stdout } = await ask({ status: 201, body: link }, ["create", "https://example.com/"]);
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      "SHORT URL    http://127.0.0.1:8787/AbC123Z",
      "DESTINATION  https://example.com/a?b=c",
    ]);
    expect(stdout).not.toContain("\u001b");
  });

  test("writes one JSON document with --json: the service's own", async () => {
    const { stdout, stderr } = await ask({ status: 201, body: link }, ["create", "https://example.com/", "--json"]);
    expect(JSON.parse(stdout)).toEqual(link);
    expect(stderr).toBe("");
  });

  test("tells why the service said no, with code and mend, and exits with 1", async () => {
    const { stdout, stderr, exitCode } = await ask({ status: 409, body: refusal }, ["create", "https://example.com/"]);
    expect(exitCode).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toBe("narrows: This alias is already in use. [ALIAS_TAKEN]\n  Choose another alias.\n");
  });

  test.each([
    ["longUrl", "<url>"],
    ["expiresAt", "--expires"],
    ["tags[3]", "--tag"],
    ["Idempotency-Key", "--idempotency-key"],
    ["unheard", "unheard"],
  ])("tells what is wrong with %s by its own word, %s", async (field, word) => {
    const body = { ...refusal, field, detail: `${field}: It is wrong.` };
    const { stderr } = await ask({ status: 422, body }, ["create", "https://example.com/"]);
    expect(stderr).toContain(`narrows: ${word}: It is wrong. [ALIAS_TAKEN]`);
  });

  test.each([
    ["EXPIRY_PAST", "Choose a later instant, or null for none.", /--expires[^]*--no-expires/],
    ["IDEMPOTENCY_CONFLICT", "Repeat the request, or take a new key.", /--idempotency-key/],
    ["CURSOR_MALFORMED", "Send the cursor, or none to start again.", /--cursor/],
  ])("tells how to mend %s in the command line's own words, not the API's", async (code, mend, words) => {
    const { stderr } = await ask({ status: 422, body: { ...refusal, code, mend } }, ["create", "https://example.com/"]);
    expect(stderr).toMatch(words);
    expect(stderr).not.toContain(mend);
  });

  describe("refused for as long as Retry-After says", () => {
    const body = { ...refusal, code: "RATE_LIMITED", field: undefined, mend: "Wait as Retry-After says." };
    const answer = { status: 429, body, headers: { "retry-after": "1234" } };

    test.each([
      ["C", "  Wait about 21 minutes, then repeat the command.\n"],
      ["ko_KR.UTF-8", "  약 21분 뒤에 명령을 다시 실행하세요.\n"],
    ])("says in words how long that is, in the language of the locale %s", async (LC_ALL, mend) => {
      const { stderr, exitCode } = await ask(answer, ["create", "https://example.com/"], { LC_ALL });
      expect([exitCode, stderr]).toEqual([1, `narrows: ${refusal.detail} [RATE_LIMITED]\n${mend}`]);
    });

    test("tells programs the seconds", async () => {
      const { stderr } = await ask(answer, ["create", "https://example.com/", "--json"]);
      expect(JSON.parse(stderr)).toMatchObject({ error: { code: "RATE_LIMITED", retryAfterSeconds: 1_234 } });
    });

    test.each([{}, { "retry-after": "Fri, 01 Jan 2027 00:00:00 GMT" }])(
      "repeats the service's words where it says none: %j",
      async (headers) => {
        const { stderr } = await ask({ ...answer, headers }, ["create", "https://example.com/"]);
        expect(stderr).toContain(`  ${body.mend}\n`);
      },
    );
  });

  test.each([
    ["ko_KR.UTF-8", "ko"],
    ["C", "en"],
  ])("asks the service to answer in the language of the locale %s", async (LC_ALL, language) => {
    const { request } = await ask({ status: 201, body: link }, ["create", "https://example.com/"], { LC_ALL });
    expect(request?.headers["accept-language"]).toBe(language);
  });

  test("tells it as JSON on standard error with --json", async () => {
    const { stdout, stderr } = await ask({ status: 409, body: refusal }, ["create", "https://example.com/", "--json"]);
    expect(stdout).toBe("");
    expect(JSON.parse(stderr)).toEqual({
      error: { code: "ALIAS_TAKEN", message: refusal.detail, field: "alias", mend: refusal.mend },
    });
  });

  test("refuses an impossible status before anything is sent", async () => {
    const { seen, exitCode, stderr } = await ask({ status: 201, body: link }, [
      "create",
      "https://a.example",
      "--status",
      "303",
    ]);
    expect([seen.length, exitCode]).toEqual([0, 2]);
    expect(stderr).toContain("--status");
  });
});

describe("narrows links get, list and delete", () => {
  test("shows how often a link was followed, where the service says it", async () => {
    const counted = { ...link, clickCount: { clicks: 345, asOf: null } };
    expect((await ask({ status: 200, body: counted }, ["get", "AbC123Z"])).stdout).toMatch(/^CLICKS +345$/m);
    expect((await ask({ status: 200, body: { ...link, clickCount: null } }, ["get", "a"])).stdout).not.toContain(
      "CLICKS",
    );
  });

  test("get asks for one code of one domain", async () => {
    const { request, exitCode } = await ask({ status: 200, body: link }, [
      "get",
      "AbC123Z",
      "--domain",
      "go.example.com",
    ]);
    expect(request).toMatchObject({ method: "GET", url: "/v1/urls/AbC123Z?domain=go.example.com" });
    expect(exitCode).toBe(0);
  });

  test.each(["..", "a%2fb", ""])("get refuses the code %j before anything is sent", async (code) => {
    const { seen, exitCode } = await ask({ status: 200, body: link }, ["get", code]);
    expect([seen.length, exitCode]).toEqual([0, 2]);
  });

  test.each([
    ["get", ""],
    ["delete", "?utm_source=x#top"],
    ["enable", "#top"],
  ])("%s takes a short URL as the service shows it, followed by %j", async (name, tags) => {
    const url = `http://Go.example.com:8787/AbC123Z${tags}`;
    const { request, exitCode } = await ask({ status: 200, body: link }, [name, url]);
    expect([exitCode, request?.url]).toEqual([0, "/v1/urls/AbC123Z?domain=go.example.com"]);
  });

  test.each([
    [["https://sho.rt/a/b"], "<code>"],
    [["https://sho.rt/"], "<code>"],
    [["https://sho.rt/a/b?c"], "<code>"],
    [["https://sho.rt/a", "--domain", "go.example.com"], "--domain"],
  ])("get refuses %j before anything is sent", async (args, option) => {
    const { seen, exitCode, stderr } = await ask({ status: 200, body: link }, ["get", ...args]);
    expect([seen.length, exitCode]).toEqual([0, 2]);
    expect(stderr).toContain(`The value of ${option}`);
  });

  test("list hands its filters on and tells how to go on", async () => {
    const options = [
      "--q",
      "example.com",
      "--tag",
      "a&b",
      "--limit",
      "2",
      "--cursor",
      "c0",
      "--domain",
      "go.example.com",
    ];
    const clickCount = { clicks: 1_234, asOf: null };
    const body = { links: [link, { ...link, state: "expired", clickCount }], cursor: "c1" };
    const { request, stdout } = await ask({ status: 200, body }, ["list", ...options]);
    expect(request?.url).toBe("/v1/urls?q=example.com&tag=a%26b&domain=go.example.com&limit=2&cursor=c0");
    expect(stdout.trimEnd().split("\n")).toEqual([
      "SHORT URL                      STATE    EXPIRES  CLICKS  DESTINATION",
      "http://127.0.0.1:8787/AbC123Z  active   -        -       https://example.com/a?b=c",
      "http://127.0.0.1:8787/AbC123Z  expired  -        1234    https://example.com/a?b=c",
      "There are more: repeat with --cursor c1",
    ]);
  });

  test("list aligns Korean, whose letters are two columns wide", async () => {
    const body = { links: [link], cursor: null };
    const { stdout } = await ask({ status: 200, body }, ["list"], { LANG: "ko_KR.UTF-8" });
    expect(stdout.split("\n")).toEqual([
      "단축 링크                      상태     만료  클릭  목적지",
      "http://127.0.0.1:8787/AbC123Z  사용 중  -     -     https://example.com/a?b=c",
      "",
    ]);
  });

  test("list writes the service's page with --json", async () => {
    const body = { links: [], cursor: null };
    const { stdout } = await ask({ status: 200, body }, ["list", "--json"]);
    expect(JSON.parse(stdout)).toEqual(body);
  });

  test.each(["0", "1001", "1.5"])("list refuses the limit %s", async (limit) => {
    const { seen, exitCode } = await ask({ status: 200, body: link }, ["list", `--limit=${limit}`]);
    expect([seen.length, exitCode]).toEqual([0, 2]);
  });

  test("delete is content with an answer without a body", async () => {
    const { request, stdout } = await ask({ status: 204 }, ["delete", "AbC123Z", "--json"]);
    expect(request).toMatchObject({ method: "DELETE", url: "/v1/urls/AbC123Z" });
    expect(JSON.parse(stdout)).toEqual({ shortCode: "AbC123Z", deleted: true });
  });
});

describe("a service that does not help", () => {
  test("is said to be unreachable when nobody listens", async () => {
    const { stderr, exitCode } = await runCli(["links", "get", "x", "--server", closedAddress]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`The service at ${closedAddress} cannot be reached (ECONNREFUSED). [SERVER_UNREACHABLE]`);
  });

  test.each([
    ["a page", { status: 200, body: "<html>" }],
    ["an error page", { status: 502, body: "<html>" }],
    ["other JSON", { status: 200, body: { hello: "world" } }],
    ["a JSON value", { status: 200, body: "null" }],
  ])("is said to be strange when it answers with %s", async (_, answer) => {
    const { stderr, exitCode } = await ask(answer, ["get", "x"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("[SERVER_STRANGE]");
  });

  test("is said to be strange when its answer does not end", async () => {
    await using service = await openStubService("endless");
    const { stderr, exitCode } = await runCli(["links", "get", "x", "--server", service.address]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("[SERVER_STRANGE]");
  });

  test("keeps its path when it lives below one", async () => {
    await using service = await openStubService({ status: 200, body: link });
    await runCli(["links", "get", "x", "--server", `${service.address}/narrows`]);
    expect(service.seen[0]?.url).toBe("/narrows/v1/urls/x");
  });

  test.each(["ftp://x", "127.0.0.1:8787", "http://user:pass@127.0.0.1"])("is refused as %s", async (address) => {
    const { exitCode, stderr } = await runCli(["links", "get", "x", "--server", address]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--server");
  });

  test("is left at once on Ctrl-C, with 130 and without a word", async () => {
    await using service = await openStubService("silence");
    const child = spawn(process.execPath, [cliPath, "links", "get", "x", "--server", service.address], {
      stdio: ["ignore", "ignore", "pipe"],
      env: {},
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    await expect.poll(() => service.seen.length, { timeout: 60_000 }).toBe(1);
    child.kill("SIGINT");
    await once(child, "close");
    expect([child.exitCode, errors]).toEqual([130, ""]);
  });
});
