import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConnection } from "../src/api/connection.ts";
import { makeTempFolder } from "./temp-folder.ts";

const nothing = {
  dataDir: "/nonexistent",
  narrowsServer: undefined,
  narrowsKey: undefined,
  adminKey: undefined,
  port: 8787,
};

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
    const path = join(folder.path, "admin-key");
    await writeFile(path, "nrw_admin\n");
    const config = { ...nothing, dataDir: folder.path, narrowsServer: new URL(address) };
    const keySource = key === undefined ? undefined : path;
    expect(await readConnection({}, config, "en")).toEqual({
      server: new URL(address),
      key,
      keySource,
      language: "en",
    });
  });

  test("keeps ADMIN_KEY from a service elsewhere", async () => {
    const config = { ...nothing, adminKey: "nrw_of-the-variable", narrowsServer: new URL("https://sho.rt") };
    expect((await readConnection({}, config, "en")).key).toBeUndefined();
  });

  test("is anonymous where there is no admin key", async () => {
    expect((await readConnection({}, nothing, "en")).key).toBeUndefined();
  });

  test("goes to the port that the service on this machine has, where no address is given", async () => {
    const { server } = await readConnection({}, { ...nothing, port: 9000 }, "en");
    expect(server.href).toBe("http://127.0.0.1:9000/");
  });
});
