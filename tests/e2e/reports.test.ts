import { describe, expect, it } from "vitest";
import { linksApi } from "../program/links-api.ts";
import { adminKey, startProgram } from "../program/program.ts";
import { runNarrows } from "../program/run-narrows.ts";

type Listed = {
  readonly reports: readonly { readonly id: string; readonly shortCode: string }[];
  readonly cursor: string | null;
};

describe("a moderator at the command line", () => {
  it("pages through what anybody reported, dismisses one and stops the link of another", async () => {
    await using program = await startProgram();
    const api = linksApi(program.http, program.admin);
    for (const alias of ["good", "evil"]) await api.mustCreate({ longUrl: "https://example.com/", alias });
    for (const shortCode of ["good", "evil", "evil"]) {
      const body = JSON.stringify({ shortCode, category: "phishing" });
      const headers = { "content-type": "application/json" };
      expect((await program.http.ask("POST", "/v1/reports", { headers, body })).status).toBe(202);
    }
    const made = await runNarrows(["keys", "create", "--name", "m", "--scopes", "links:moderate", "--json"], {
      env: { DATA_DIR: program.dataDir },
    });
    const { secret } = JSON.parse(made.stdout) as { readonly secret: string };
    const env = { NARROWS_SERVER: program.origin, NARROWS_KEY: secret };
    const list = async (...args: readonly string[]): Promise<Listed> => {
      const { exitCode, stdout } = await runNarrows(["reports", "list", "--json", ...args], { env });
      expect(exitCode).toBe(0);
      return JSON.parse(stdout) as Listed;
    };
    const settle = (id: string, action: string, ...more: readonly string[]) =>
      runNarrows(["reports", "settle", id, "--action", action, ...more], { env });

    const first = await list("--limit", "2");
    const second = await list("--cursor", first.cursor ?? "");
    const all = [...first.reports, ...second.reports];
    expect([all.map(({ shortCode }) => shortCode), second.cursor]).toEqual([["good", "evil", "evil"], null]);

    const [good = "", evil = ""] = all.map(({ id }) => id);
    const reasoned = await settle(good, "dismiss", "--reason", "no harm in it");
    expect([reasoned.exitCode, reasoned.stderr]).toEqual([1, expect.stringMatching(/--reason: .*\[INVALID_VALUE\]/)]);
    expect(await settle(good, "dismiss")).toMatchObject({ exitCode: 0, stdout: "Reports settled: 1.\n" });
    expect(await settle(evil, "quarantine")).toMatchObject({ exitCode: 0, stdout: "Reports settled: 2.\n" });
    expect((await api.follow("good")).status).toBe(302);
    expect((await api.follow("evil")).status).toBe(410);
    expect((await list()).reports).toEqual([]);
    const again = await settle(evil, "quarantine");
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining("[REPORT_NOT_FOUND]")]);
  });

  it("needs a key with links:moderate", async () => {
    await using program = await startProgram();
    const args = ["reports", "list", "--server", program.origin];
    const none = await runNarrows(args, { env: {} });
    expect([none.exitCode, none.stderr]).toEqual([1, expect.stringContaining("[KEY_MISSING]")]);
    expect(await runNarrows(args, { env: { NARROWS_KEY: adminKey } })).toMatchObject({ stdout: "No reports wait.\n" });
  });
});
