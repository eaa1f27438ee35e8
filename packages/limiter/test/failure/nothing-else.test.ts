import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

test.each([
  ["hears of a store that hangs before it ends, and ends", "hangs", "STORE_DEADLINE\ndone\n"],
  ["is not kept by a deadline whose call was answered", "answers", "answered\ndone\n"],
])("a program that does nothing else %s", async (_, mode, said) => {
  const file = join(import.meta.dirname, "fixtures", "nothing-else.ts");
  const { stdout } = await run(process.execPath, [file, mode], { timeout: 15_000 });
  expect(stdout).toBe(said);
});
