import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { scarceFiles } from "../src/open-file-limit.ts";

describe("openFileLimit", () => {
  it.skipIf(process.platform !== "linux")("is what the process was given", () => {
    const module = new URL("../src/open-file-limit.ts", import.meta.url).href;
    const source = `console.log(await (await import(${JSON.stringify(module)})).openFileLimit())`;
    const command = 'ulimit -n 1234 && exec "$0" --input-type=module -e "$1"';
    const said = execFileSync("/bin/sh", ["-c", command, process.execPath, source], { encoding: "utf8" });
    expect(said).toBe("1234\n");
  });
});

describe("scarceFiles", () => {
  it("warns when MAX_CONNECTIONS cannot be open at once, with the values that would do", () => {
    expect(scarceFiles(10_000, 1_024)).toEqual([
      {
        option: "MAX_CONNECTIONS",
        message: expect.stringMatching(/ 1024 files.* 10064 or more.* to 960\./) as unknown,
      },
    ]);
  });

  it("is silent where there is room, and where the limit is unknown", () => {
    expect(scarceFiles(10_000, 20_000)).toEqual([]);
    expect(scarceFiles(10_000, undefined)).toEqual([]);
  });
});
