import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../program/temp-folder.ts";
import { run, source } from "./pack.ts";

test("npm pack of the sources, which no project could run, is refused and says what to type", async () => {
  await using folder = await makeTempFolder();
  const cwd = join(source, "..", "..");
  const pack = ["pack", "-w", "@narrows/limiter", "--pack-destination", folder.path];
  const { stderr } = await run("npm", pack, { cwd }).then(
    () => expect.fail("The sources were packed."),
    (error: unknown) => error as { readonly stderr: string },
  );
  expect(stderr).toContain("These are sources, which run nowhere but in this repository; nothing was packed.");
  expect(stderr).toContain("  npm run build -w @narrows/limiter\n  npm pack ./packages/limiter/dist\n");
  expect(await readdir(folder.path)).toEqual([]);
});
