import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Visit } from "@narrows/clicks";
import { createLogger } from "@narrows/service";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLateSink } from "../../../src/clicks/carrier/late-sink.ts";
import { readServerConfig } from "../../../src/config.ts";

/** A sink with a file of countries that is none. */
async function openWithoutCountries(isFirst: boolean) {
  const dataDir = await mkdtemp(join(tmpdir(), "narrows-late-sink-"));
  const countryFile = join(dataDir, "country.mmdb");
  await writeFile(countryFile, "no countries");
  const lines: string[] = [];
  const sink = createLateSink({
    config: readServerConfig({ DATA_DIR: dataDir, COUNTRY_FILE: countryFile }),
    log: createLogger({ level: "info", write: (line) => lines.push(line) }),
    clocks: { now: Date.now },
    isFirst,
  });
  onTestFinished(async () => {
    await sink.close();
    await rm(dataDir, { recursive: true });
  });
  return { sink, lines, logged: () => readdir(join(dataDir, "clicks", "log")) };
}

const visit: Visit = {
  domain: "",
  code: "a",
  at: Date.now(),
  method: "GET",
  status: 302,
  remoteAddress: "192.0.2.1",
  rawHeaders: ["Host", "sho.rt"],
  target: "/a",
  destination: "https://example.com/",
};

describe("a file of countries that cannot be used", () => {
  it("is refused when a process starts", async () => {
    const { sink } = await openWithoutCountries(true);
    await expect(sink.prepare()).rejects.toMatchObject({ faults: [{ option: "COUNTRY_FILE" }] });
  });

  it("is told once and gone on without when a thread starts again", async () => {
    const { sink, lines, logged } = await openWithoutCountries(false);
    await sink.prepare();
    expect(await sink.take([visit])).toBe(0);
    expect(await logged()).toHaveLength(1);
    expect(lines.filter((line) => line.includes("COUNTRY_FILE cannot be used any more"))).toHaveLength(1);
  });
});
