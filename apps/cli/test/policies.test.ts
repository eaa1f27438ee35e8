import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "./run-cli.ts";
import { makeTempFolder } from "./temp-folder.ts";

const good = `policies:
  - name: create
    for: create
    per: key
    algorithm: token-bucket
    capacity: 5000
    refill: 10
    every: 1s
`;
const faulty = good.replace("every: 1s", "evry: 1s").replace("5000", "0");

async function onFile(text: string) {
  const folder = await makeTempFolder();
  const path = join(folder.path, "policies.yaml");
  await writeFile(path, text);
  return { path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe("narrows policies lint", () => {
  test("finds nothing wrong with a good file, nor with the built-in policies", async () => {
    await using at = await onFile(good);
    const { stdout, stderr, exitCode } = await runCli(["policies", "lint", at.path]);
    expect([exitCode, stderr, stdout]).toEqual([0, "", `No faults: ${at.path}. Policies: 1.\n`]);
    expect(await runCli(["policies", "lint"])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^No faults/),
    });
  });

  test("tells every fault by line and column, and exits with 1", async () => {
    await using at = await onFile(faulty);
    const { stdout, exitCode } = await runCli(["policies", "lint"], { POLICIES_FILE: at.path });
    expect(exitCode).toBe(1);
    expect(stdout.split("\n")).toEqual([
      `${at.path}:2:5: fault: create: \`every\` is missing. Add it. [FIELD_MISSING]`,
      `${at.path}:6:15: fault: create: \`capacity\` must be a whole number from 1 to 1000000000. [COUNT_INVALID]`,
      `${at.path}:8:5: fault: create: \`evry\` has no meaning here. Did you mean \`every\`? [FIELD_MISSPELT]`,
      `The service would not start with ${at.path}. Faults: 3.`,
      "",
    ]);
  });

  test("warns of what is hardly meant so, and exits with 0", async () => {
    await using at = await onFile(good.replace("5000", "100"));
    const { stdout, exitCode } = await runCli(["policies", "lint", at.path]);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/:2:5: warning: create: A bulk .*\[BULK_ABOVE_LIMIT\]\n/),
    ]);
  });

  test("speaks Korean, and JSON", async () => {
    await using at = await onFile(faulty);
    const korean = await runCli(["policies", "lint", at.path], { LANG: "ko_KR.UTF-8" });
    expect(korean.stdout).toContain(":6:15: 오류: create: `capacity` 값은 1부터");
    const { stdout, exitCode } = await runCli(["policies", "lint", at.path, "--json"]);
    const found = JSON.parse(stdout);
    expect([exitCode, found.fine, found.faults.length]).toEqual([1, false, 3]);
    expect(found.faults[1]).toMatchObject({ code: "COUNT_INVALID", line: 6, column: 15, policy: "create" });
  });

  test("says of a file that is not there that it cannot be used, and of too many that they are", async () => {
    const missing = await runCli(["policies", "lint", "/nonexistent/policies.yaml"]);
    expect([missing.exitCode, missing.stdout]).toEqual([1, ""]);
    expect(missing.stderr).toContain("FILE_UNUSABLE");
    expect((await runCli(["policies", "lint", "a", "b"])).exitCode).toBe(2);
  });

  test("lets no text of the file steer the terminal", async () => {
    await using at = await onFile(good.replace("name: create", 'name: "\\e[31mred"'));
    const { stdout } = await runCli(["policies", "lint", at.path]);
    expect(stdout).toContain("[31mred");
    expect(stdout).not.toContain("\u001b");
  });
});

describe("narrows policies show", () => {
  test("writes the policies that hold as a file that can be edited and is right", async () => {
    const { stdout, exitCode } = await runCli(["policies", "show"]);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("name: create-anonymous\n")]);
    await using at = await onFile(stdout);
    expect((await runCli(["policies", "lint", at.path])).stdout).toMatch(/^No faults/);
    const again = await runCli(["policies", "show"], { POLICIES_FILE: at.path });
    expect(again.stdout).toBe(stdout);
  });

  test("shows no policies of a file with faults", async () => {
    await using at = await onFile(faulty);
    const { stdout, stderr, exitCode } = await runCli(["policies", "show"], { POLICIES_FILE: at.path });
    expect([exitCode, stdout, stderr]).toEqual([1, "", expect.stringContaining("POLICIES_FAULTY")]);
  });
});
