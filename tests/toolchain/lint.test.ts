import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

type Diagnostic = { readonly code: string; readonly filename: string };

/** What the fixture does wrong, each thing once. */
const brokenRules = [
  "eslint(eqeqeq)",
  "eslint(max-lines)",
  "eslint(max-lines-per-function)",
  "eslint(no-console)",
  "eslint(no-empty)",
  "eslint(no-warning-comments)",
  "import(no-default-export)",
  "node(no-process-env)",
  "typescript(ban-ts-comment)",
  "typescript(no-explicit-any)",
  "typescript(no-floating-promises)",
  "typescript(no-namespace)",
  "typescript(no-non-null-assertion)",
  "typescript(no-unsafe-member-access)",
  "typescript(parameter-properties)",
  "typescript(prefer-readonly)",
  "typescript(switch-exhaustiveness-check)",
  "unicorn(filename-case)",
  "unicorn(prefer-node-protocol)",
  "vitest(no-disabled-tests)",
  "vitest(no-focused-tests)",
];

/** Lints the fixture outside of the repository, where the rules' exception for fixtures does not hold. */
async function lintFixture(): Promise<readonly Diagnostic[]> {
  const folder = await mkdtemp(join(tmpdir(), "narrows-lint-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(import.meta.dirname, "fixtures", "lint"), folder, { recursive: true });
  for (const file of [".oxlintrc.json", "tsconfig.json", "package.json"])
    await cp(join(root, file), join(folder, file));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const oxlint = join(root, "node_modules", "oxlint", "bin", "oxlint");
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [oxlint, "--format=json", "packages"], { cwd: folder }, (error, stdout) => {
      if (error === null) reject(new Error("oxlint found nothing"));
      else resolve((JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics);
    });
  });
}

test("the linter refuses what the house style forbids", { timeout: 240_000 }, async () => {
  const diagnostics = await lintFixture();
  const codes = new Set(diagnostics.map(({ code }) => code));
  expect([...codes].toSorted()).toEqual(brokenRules);
});
