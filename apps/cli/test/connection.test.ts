import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConnection } from "../src/api/connection.ts";
import { makeTempFolder } from "./temp-folder.ts";

describe("readConnection", () => {
  test.each([
    ["http://127.0.0.1:8787", "nrw_admin"],
    ["http://localhost:8787", "nrw_admin"],
    ["http://[::1]:8787", "nrw_admin"],
    ["https://sho.rt", undefined],
    ["http://127.0.0.1.example.com", undefined],
    ["http://10.0.0.1:8787", undefined],
  ])("gives %s the admin key of this machine: %s", async (address, key) => {
    await using folder = await makeTempFolder();
    await writeFile(join(folder.path, "admin-key"), "nrw_admin\n");
    const config = { dataDir: folder.path, narrowsServer: new URL(address), narrowsKey: undefined };
    expect(await readConnection({}, config)).toEqual({ server: new URL(address), key });
  });

  test("is anonymous where there is no admin key", async () => {
    const config = { dataDir: "/nonexistent", narrowsServer: new URL("http://127.0.0.1"), narrowsKey: undefined };
    expect((await readConnection({}, config)).key).toBeUndefined();
  });
});
