import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { commands } from "../src/commands/index.ts";
import { createProgram } from "../src/program.ts";
import { english } from "../src/texts/english.ts";
import { sayIn } from "../src/texts/say.ts";
import { cliPath, runCli } from "./run-cli.ts";
import { openStubService } from "./stub-service.ts";
import { makeTempFolder } from "./temp-folder.ts";

function helpOf(name: string): string {
  let command = createProgram({ commands, say: sayIn("en"), run: () => Promise.resolve() });
  for (const word of name.split(" ")) {
    const next = command.commands.find((child) => child.name() === word);
    if (next === undefined) throw new Error(`There is no command ${name}.`);
    command = next;
  }
  return command.helpInformation();
}

describe("the command table", () => {
  test("has a row for every file, named after its command", () => {
    const files = readdirSync(join(import.meta.dirname, "../src/commands")).filter((file) => file !== "index.ts");
    expect(commands.map(({ name }) => `${name.replace(" ", "-")}.ts`).sort()).toEqual(files.sort());
  });
});

describe("help and version", () => {
  test("--help lists the commands on standard output and exits with 0", async () => {
    const { stdout, stderr, exitCode } = await runCli(["--help"]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Usage: npm run narrows -- ");
    for (const { name } of commands) expect(stdout).toContain(name.split(" ")[0]);
  });

  test.each(commands.map(({ name }) => name))("%s --help tells what it does", (name) => {
    const help = helpOf(name);
    expect(help).toContain(`Usage: npm run narrows -- ${name}`);
    expect(help.replace(/\s+/g, " ")).toContain(english[name]);
  });

  const programs: readonly string[] = ["serve", "click-writer"];
  test.each(commands.map(({ name }) => name).filter((name) => !programs.includes(name)))("%s has --json", (name) => {
    expect(helpOf(name)).toContain("--json");
  });

  test.each(commands.map(({ name }) => name))("no option of %s takes what stands behind its value", (name) => {
    expect(helpOf(name)).not.toContain("...>");
  });

  test("help and titles are Korean where the locale is", async () => {
    const { stdout } = await runCli(["links", "--help"], { LC_ALL: "ko_KR.UTF-8", LANG: "en_US.UTF-8" });
    expect(stdout).toContain("사용법: npm run narrows -- links");
    expect(stdout).toContain("단축 링크를 만듭니다");
    expect(stdout).not.toMatch(/Usage|Options|Commands|show/);
  });

  test("--version says the version alone", async () => {
    expect(await runCli(["--version"])).toMatchObject({ exitCode: 0, stdout: `${manifest.version}\n` });
  });

  test("no help leaves a folder behind", async () => {
    await using folder = await makeTempFolder();
    const dataDir = join(folder.path, "data");
    await runCli(["--help"], { DATA_DIR: dataDir, NODE_COMPILE_CACHE: "" });
    expect(existsSync(dataDir)).toBe(false);
  });

  test("sources are compiled once where there is a DATA_DIR", async () => {
    await using folder = await makeTempFolder();
    await runCli(["--help"], { DATA_DIR: folder.path, NODE_COMPILE_CACHE: "" });
    expect(readdirSync(join(folder.path, "compile-cache"))).toHaveLength(1);
  });

  test("a compile cache that cannot be made is no failure", async () => {
    await using folder = await makeTempFolder();
    await writeFile(join(folder.path, "compile-cache"), "");
    expect(await runCli(["--help"], { DATA_DIR: folder.path, NODE_COMPILE_CACHE: "" })).toMatchObject({
      exitCode: 0,
      stderr: "",
    });
  });
});

describe("a mistake in the arguments", () => {
  test.each([
    [[], "COMMAND_MISSING", "npm run narrows -- --help"],
    [["links"], "COMMAND_MISSING", "npm run narrows -- links --help"],
    [["link"], "COMMAND_UNKNOWN", "Did you mean links?"],
    [["links", "creat"], "COMMAND_UNKNOWN", "Did you mean create?"],
    [["links", "create", "--alis", "x", "https://a.example"], "OPTION_UNKNOWN", "Did you mean --alias?"],
    [["--verson"], "OPTION_UNKNOWN", "Did you mean --version?"],
    [["links", "get"], "ARGUMENT_MISSING", "npm run narrows -- links get --help"],
    [["links", "get", "a", "b"], "ARGUMENT_EXCESS", "npm run narrows -- links get --help"],
    [
      ["links", "create", "https://a.example", "--alias"],
      "OPTION_VALUE_MISSING",
      "npm run narrows -- links create --help",
    ],
    [["links", "update", "x"], "COMMAND_UNKNOWN", "Did you mean edit?"],
    [["keys", "delete", "x"], "COMMAND_UNKNOWN", "Did you mean revoke?"],
    [["links", "edit", "x"], "CHANGE_MISSING", "npm run narrows -- links edit --help"],
    [["serve", "--port", "9000"], "OPTION_IS_SETTING", "PORT=9000 npm start"],
    [["serve", "now"], "ARGUMENT_EXCESS", "npm run narrows -- serve --help"],
  ])("%j is refused with 2, %s and a way on", async (args, code, mend) => {
    const { exitCode, stdout, stderr } = await runCli(args);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`[${code}]`);
    expect(stderr).toContain(mend);
  });

  test("is told in Korean where the locale is", async () => {
    const { stderr } = await runCli(["link"], { LANG: "ko_KR.UTF-8" });
    expect(stderr).toContain("link 명령은 없습니다. [COMMAND_UNKNOWN]");
    expect(stderr).toContain("혹시 links 명령이나 옵션을 찾으셨나요?");
  });

  test("is told as JSON with --json", async () => {
    const { stderr } = await runCli(["links", "get", "--json"]);
    expect(JSON.parse(stderr).error).toMatchObject({ code: "ARGUMENT_MISSING" });
  });
});

describe("the environment", () => {
  test("a faulty option is refused with 2 and named, and a secret is not shown", async () => {
    const env = { NARROWS_SERVER: "localhost:1", NARROWS_KEY: "nrw\u0001secret" };
    const { exitCode, stderr } = await runCli(["links", "list"], env);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("[CONFIG_INVALID]");
    expect(stderr).toContain("NARROWS_SERVER");
    expect(stderr).toContain("NARROWS_KEY");
    expect(stderr).not.toContain("secret");
  });

  test("a faulty option is told in Korean where the locale is", async () => {
    const env = { NARROWS_SERVER: "localhost:1", PORT: "x", LANG: "ko_KR.UTF-8" };
    const { stderr } = await runCli(["links", "list"], env);
    expect(stderr).toContain("NARROWS_SERVER의 값을 받아들일 수 없습니다. http:// 또는 https://로 시작하는 주소");
    expect(stderr).toContain("PORT의 값을 받아들일 수 없습니다. 0에서 65535 사이의 정수");
    expect(stderr).not.toMatch(/acceptable|must be/);
  });

  test("a faulty option does not keep anyone from the help", async () => {
    expect(await runCli(["--help"], { NARROWS_SERVER: "localhost:1" })).toMatchObject({ exitCode: 0 });
  });
});

describe("the end of a pipe", () => {
  test("is no failure and not worth a word", async () => {
    const links = Array.from({ length: 1000 }, (_, index) => ({
      shortCode: `c${index}`,
      shortUrl: `http://127.0.0.1/c${index}`,
      longUrl: `https://example.com/${"x".repeat(1000)}`,
    }));
    await using service = await openStubService({ status: 200, body: { links, cursor: null } });
    const child = spawn(process.execPath, [cliPath, "links", "list", "--server", service.address], { env: {} });
    onTestFinished(() => void child.kill("SIGKILL"));
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    await once(child.stdout, "data");
    child.stdout.destroy();
    await once(child, "close");
    expect([child.exitCode, child.signalCode, errors]).toEqual([0, null, ""]);
  });
});

describe("the entry point", () => {
  test("refuses an older runtime with 2 before it reads what that cannot", async () => {
    const pretend = `Object.defineProperty(process.versions, "node", { value: "20.20.2" });`;
    const run = promisify(execFile)(process.execPath, [
      "--import",
      `data:text/javascript,${encodeURIComponent(pretend)}`,
      cliPath,
      "serve",
    ]);
    await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/24 or newer[^]*npm ci/) });
  });
});
