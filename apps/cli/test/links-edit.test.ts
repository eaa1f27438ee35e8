import { describe, expect, test } from "vitest";
import { ask, link } from "./ask-links.ts";

describe("narrows links edit, enable, disable, quarantine and release", () => {
  const changed = { status: 200, body: link };

  test("edit sends what is to change under the API's names, and nothing else", async () => {
    const options = [
      "--url",
      "https://b.example",
      "--expires",
      "2030-01-01T00:00:00Z",
      "--tag",
      "a",
      "--tag",
      "b",
      "--note",
      "n",
    ];
    const all = await ask(changed, ["edit", "AbC123Z", "--domain", "go.example.com", ...options, "--status", "301"]);
    const one = await ask(changed, ["edit", "AbC123Z", "--status", "308"]);
    expect(all.request).toMatchObject({ method: "PATCH", url: "/v1/urls/AbC123Z?domain=go.example.com" });
    expect(JSON.parse(all.request?.body ?? "")).toEqual({
      longUrl: "https://b.example",
      expiresAt: "2030-01-01T00:00:00Z",
      tags: ["a", "b"],
      note: "n",
      status: 301,
    });
    expect(JSON.parse(one.request?.body ?? "")).toEqual({ status: 308 });
    expect(one.stdout).toContain("http://127.0.0.1:8787/AbC123Z");
  });

  test("edit takes one tag for each --tag, and the code behind it for the code", async () => {
    const { request } = await ask(changed, ["edit", "--no-tag", "--tag", "a", "AbC123Z"]);
    expect([request?.url, request?.body]).toEqual(["/v1/urls/AbC123Z", '{"tags":["a"]}']);
  });

  test("edit clears what it is told to do without", async () => {
    const { request } = await ask(changed, ["edit", "AbC123Z", "--no-expires", "--no-tag", "--no-note"]);
    expect(JSON.parse(request?.body ?? "")).toEqual({ expiresAt: null, tags: [], note: null });
  });

  test("edit sets a click budget, and ends one; what is none is refused before anybody is asked", async () => {
    const set = await ask(changed, ["edit", "AbC123Z", "--max-clicks", "10"]);
    expect(set.request?.body).toBe('{"maxClicks":10}');
    const ended = await ask(changed, ["edit", "AbC123Z", "--no-max-clicks"]);
    expect(ended.request?.body).toBe('{"maxClicks":null}');
    for (const none of ["0", "1.5", "1000000001", "ten"]) {
      const { request, exitCode, stderr } = await ask(changed, ["edit", "AbC123Z", "--max-clicks", none]);
      expect([request, exitCode]).toEqual([undefined, 2]);
      expect(stderr).toContain("--max-clicks");
    }
  });

  test("a link with a click budget is shown with what is left of it", async () => {
    const body = { ...link, maxClicks: 10, clicksLeft: 3 };
    const { stdout } = await ask({ status: 200, body }, ["edit", "AbC123Z", "--note", "n"]);
    expect(stdout).toMatch(/CLICKS LEFT +3 \/ 10/);
  });

  test.each([
    [["enable"], "PATCH", "/v1/urls/AbC123Z", '{"enabled":true}'],
    [["disable"], "PATCH", "/v1/urls/AbC123Z", '{"enabled":false}'],
    [["quarantine", "--reason", "phishing"], "POST", "/v1/urls/AbC123Z/quarantine", '{"reason":"phishing"}'],
    [["release"], "DELETE", "/v1/urls/AbC123Z/quarantine", ""],
  ])("%j asks with %s %s", async ([name = "", ...options], method, url, body) => {
    const { request, exitCode } = await ask(changed, [name, "AbC123Z", ...options]);
    expect({ exitCode, method: request?.method, url: request?.url, body: request?.body }).toEqual({
      exitCode: 0,
      method,
      url,
      body,
    });
  });

  test("a quarantined link is shown with the reason and since when", async () => {
    const quarantine = { at: "2026-12-01T00:00:00.000Z", reason: "phishing" };
    const body = { ...link, state: "quarantined", quarantine };
    const { stdout } = await ask({ status: 200, body }, ["get", "AbC123Z"]);
    expect(stdout).toContain("\nQUARANTINED  2026-12-01T00:00:00.000Z\nREASON       phishing\n");
    expect((await ask(changed, ["get", "AbC123Z"])).stdout).not.toContain("REASON");
  });

  test("quarantine asks for a reason before anything is sent", async () => {
    const { seen, exitCode } = await ask(changed, ["quarantine", "AbC123Z"]);
    expect([seen.length, exitCode]).toEqual([0, 2]);
  });
});
