import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ask, link } from "./ask-links.ts";
import { openStubService } from "./stub-service.ts";
import { makeTempFolder } from "./temp-folder.ts";

describe("the key of narrows links", () => {
  const get = ["get", "AbC123Z"];
  const denied = (code: string) => ({
    status: 401,
    body: { code, detail: "No.", mend: "Send Authorization: Bearer." },
  });

  test("is asked for by option and variable where one is missing, not by header", async () => {
    const { stderr } = await ask(denied("KEY_MISSING"), get);
    expect(stderr).toMatch(/Name a key for http:\/\/127\.0\.0\.1:\d+ with NARROWS_KEY or --key/);
    expect(stderr).not.toContain("Authorization");
  });

  test.each([
    ["--key", ["--key", "nrw_wrong"], {}],
    ["NARROWS_KEY", [], { NARROWS_KEY: "nrw_wrong" }],
  ])("is told to be from %s, and for which service, where it is not valid", async (source, options, env) => {
    const { stderr } = await ask(denied("KEY_INVALID"), [...get, ...options], env);
    expect(stderr).toMatch(new RegExp(`http://127\\.0\\.0\\.1:\\d+ does not know the key of ${source},`));
    expect(stderr).not.toContain("nrw_wrong");
  });

  test("is told to be from its file where it is not valid", async () => {
    await using folder = await makeTempFolder();
    await writeFile(join(folder.path, "admin-key"), "nrw_admin\n");
    const { stderr } = await ask(denied("KEY_INVALID"), get, { DATA_DIR: folder.path });
    expect(stderr).toContain(`does not know the key of ${join(folder.path, "admin-key")},`);
  });

  test("is taken from --key before NARROWS_KEY", async () => {
    const env = { NARROWS_KEY: "nrw_env" };
    const both = await ask({ status: 200, body: link }, [...get, "--key", "nrw_option"], env);
    const one = await ask({ status: 200, body: link }, get, env);
    expect(both.request?.headers.authorization).toBe("Bearer nrw_option");
    expect(one.request?.headers.authorization).toBe("Bearer nrw_env");
  });

  test("is this machine's admin key for a service on this machine", async () => {
    await using folder = await makeTempFolder();
    await writeFile(join(folder.path, "admin-key"), "nrw_admin\n");
    const { request } = await ask({ status: 200, body: link }, get, { DATA_DIR: folder.path });
    expect(request?.headers.authorization).toBe("Bearer nrw_admin");
  });

  test("is ADMIN_KEY before its file for a service on this machine, as for the service itself", async () => {
    await using folder = await makeTempFolder();
    await writeFile(join(folder.path, "admin-key"), "nrw_older\n");
    const env = { DATA_DIR: folder.path, ADMIN_KEY: "nrw_of-the-variable" };
    expect((await ask({ status: 200, body: link }, get, env)).request?.headers.authorization).toBe(
      "Bearer nrw_of-the-variable",
    );
    const other = await ask({ status: 200, body: link }, get, { ...env, NARROWS_KEY: "nrw_own" });
    expect(other.request?.headers.authorization).toBe("Bearer nrw_own");
    expect((await ask(denied("KEY_INVALID"), get, env)).stderr).toContain("does not know the key of ADMIN_KEY,");
  });

  test("is not sent and not shown where ADMIN_KEY cannot stand in a header", async () => {
    const { seen, stderr, exitCode } = await ask({ status: 200, body: link }, get, {
      ADMIN_KEY: "nrw of the variable",
    });
    expect([seen.length, exitCode]).toEqual([0, 2]);
    expect(stderr).toContain("ADMIN_KEY");
    expect(stderr).not.toContain("nrw of");
  });

  test("is sent nowhere when the service points elsewhere", async () => {
    await using other = await openStubService({ status: 200, body: link });
    const answer = { status: 307, headers: { location: `${other.address}/v1/urls/x` } };
    const { exitCode } = await ask(answer, get, { NARROWS_KEY: "nrw_secret" });
    expect([other.seen.length, exitCode]).toEqual([0, 1]);
  });

  test("is refused and not shown when it cannot stand in a header", async () => {
    const { seen, stderr, exitCode } = await ask({ status: 200, body: link }, [...get, "--key", "nrw secret"]);
    expect([seen.length, exitCode]).toEqual([0, 2]);
    expect(stderr).not.toContain("nrw secret");
  });
});
