import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openClickStore } from "../../src/clicks/open-click-store.ts";
import { readServerConfig } from "../../src/config.ts";

it("says of a store of clicks whose folder cannot be made that it is unavailable", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "narrows-click-store-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await writeFile(join(dataDir, "clicks"), "in the way");
  const opening = openClickStore(readServerConfig({ DATA_DIR: dataDir }));
  await expect(opening).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.not.stringContaining(dataDir),
  });
});
