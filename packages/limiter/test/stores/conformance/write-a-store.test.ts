import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const packageFolder = join(import.meta.dirname, "../../..");
const page = readFileSync(join(packageFolder, "../../docs/reference/write-a-store.md"), "utf8");
const [storeText = "", suiteText = ""] = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1]);

/** A project that has the package installed, and the page's two files. */
function project(): string {
  const folder = mkdtempSync(join(tmpdir(), "write-a-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "node_modules/@narrows"), { recursive: true });
  symlinkSync(packageFolder, join(folder, "node_modules/@narrows/limiter"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "reference-store.ts"), storeText);
  writeFileSync(join(folder, "reference-store.test.ts"), suiteText);
  return folder;
}

async function run(folder: string): Promise<string> {
  const ended = promisify(execFile)(process.execPath, ["--test", "--test-reporter=tap"], { cwd: folder, env: {} });
  return ended.then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );
}

test("the page's store is 40 lines, and passes the suite as the page runs it", async () => {
  expect(storeText.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
  const tap = await run(project());
  expect(tap).toMatch(/^# fail 0$/m);
  expect(Number(/^# pass (\d+)$/m.exec(tap)?.[1])).toBeGreaterThan(200);
});

test("the page's suite finds a fault in the page's store", async () => {
  const folder = project();
  writeFileSync(
    join(folder, "reference-store.ts"),
    storeText.replace("take(peekStep(charges))", "take(chargeStep(charges))"),
  );
  expect(await run(folder)).toMatch(/^# fail [1-9]/m);
});

test("the page's store is the one that others are compared with", () => {
  const reference = readFileSync(join(packageFolder, "src/testing/reference-store.ts"), "utf8");
  expect(storeText).toBe(reference.replace('"../store-kit.ts"', '"@narrows/limiter/store-kit"'));
});
