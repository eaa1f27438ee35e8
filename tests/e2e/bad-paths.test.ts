import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linksApi } from "../program/links-api.ts";
import { refusalOf } from "../program/problem.ts";
import { startProgram, type Program } from "../program/program.ts";
import { exchangeRaw } from "../program/raw-exchange.ts";

const longUrl = "https://example.com/known?a=%2B";

/** Paths that look like one of the link `known`, or like nothing; none may lead anywhere. */
const deadPaths = [
  ["another letter case", "/Known"],
  ["a malformed percent-escape", "/known%"],
  ["an escape with letters that are no digits", "/%zz"],
  ["an escape that is cut off", "/known%4"],
  ["bytes that are no UTF-8", "/%c0%ae"],
  ["NUL", "/known%00"],
  ["NUL alone", "/%00"],
  ["a line break", "/known%0d%0aSet-Cookie:%20a=b"],
  ["an encoded slash", "/%2Fknown"],
  ["an encoded slash behind", "/known%2F"],
  ["a slash behind", "/known/"],
  ["a path behind", "/known/evil.example"],
  ["two slashes", "//known"],
  ["another host in the path", "//evil.example/known"],
  ["a backslash", "/known%5C"],
  ["a dot", "/known.html"],
  ["a space", "/known%20"],
  ["an encoding of an encoding", "/%256bnown"],
  ["letters outside of ASCII", "/kn%C3%B6wn"],
  ["full-width letters", "/%EF%BD%8B%EF%BD%8E%EF%BD%8F%EF%BD%97%EF%BD%8E"],
  ["65 characters", `/${"k".repeat(65)}`],
  ["10 KB", `/${"k".repeat(10_240)}`],
  ["10 KB of escapes", `/${"%6b".repeat(3_400)}`],
  ["climbing dots", "/../known/../../etc/passwd"],
  ["markup", "/%3Cscript%3Ealert(1)%3C/script%3E"],
] as const;

/** Other spellings of the same segment, and things that a redirect must not care about. */
const livePaths = [
  ["as it is", "/known"],
  ["one letter encoded", "/%6bnown"],
  ["every letter encoded", "/%6B%6e%6F%77%6E"],
  ["an empty query", "/known?"],
  ["a query", "/known?longUrl=https://evil.example/&x=%zz"],
] as const;

describe("a path that no link has", () => {
  let program: Program;
  beforeAll(async () => {
    program = await startProgram();
    await linksApi(program.http, program.admin).mustCreate({ longUrl, alias: "known" });
  });
  afterAll(() => program[Symbol.asyncDispose]());

  const raw = (target: string, headers = "") => {
    const request = `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}Connection: close\r\n\r\n`;
    return exchangeRaw(program.port, Buffer.from(request), { isHead: false, quietMs: 30_000, deadlineMs: 60_000 });
  };

  it.each(deadPaths)("is a 404 that shows nothing of the request: %s", async (_name, path) => {
    const [answer] = await raw(path);
    expect(answer?.status).toBe(404);
    expect(answer?.headers.has("location")).toBe(false);
    expect(answer?.headers.has("set-cookie")).toBe(false);
    expect(answer?.headers.get("cache-control")).toContain("no-store");
    expect(answer?.body).not.toMatch(/script>|evil\.example|etc\/passwd|kkkk/);
  });

  it.each(deadPaths)("is a 404 page for a browser, too: %s", async (_name, path) => {
    const [answer] = await raw(path, "Accept: text/html\r\n");
    expect(answer?.status).toBe(404);
    expect(answer?.body).not.toMatch(/<script>|evil\.example|etc\/passwd|kkkk/);
  });

  it.each(livePaths)("is told from other spellings of a known one: %s", async (_name, path) => {
    const [answer] = await raw(path);
    expect([answer?.status, answer?.headers.get("location")]).toEqual([302, longUrl]);
  });

  it("is problem details below /v1", async () => {
    for (const path of ["/v1", "/v1/", "/v1/urls/", "/v1/urls/%00", "/v1/urls/a%2Fb", "/v1/nothing", "/v1/urls/a/b"]) {
      const answer = await program.http.ask("GET", path, { headers: program.admin });
      expect([path, refusalOf(answer).status]).toEqual([path, 404]);
    }
  });

  it("has a HEAD like its GET", async () => {
    const head = await program.http.ask("HEAD", "/known");
    expect([head.status, head.locations, head.body]).toEqual([302, [longUrl], ""]);
    expect((await program.http.ask("HEAD", "/unknown")).status).toBe(404);
  });

  it("is a 405 with Allow for a method that it does not know", async () => {
    for (const [method, path] of [
      ["POST", "/known"],
      ["DELETE", "/known"],
      ["PUT", "/v1/urls"],
      ["POST", "/v1/urls/known"],
    ]) {
      const answer = await program.http.ask(method ?? "", path ?? "", { headers: program.admin });
      expect([method, path, refusalOf(answer)]).toEqual([method, path, { status: 405, code: "METHOD_NOT_ALLOWED" }]);
      expect(answer.headers["allow"]).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
    }
    expect((await program.http.ask("GET", "/known")).status).toBe(302);
  });
});
