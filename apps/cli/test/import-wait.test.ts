import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { Refusal } from "../src/api/refusal.ts";
import { askPatiently } from "../src/import/ask-patiently.ts";
import { cliPath, runCli } from "./run-cli.ts";
import { openStubService, type StubAnswer } from "./stub-service.ts";
import { makeTempFolder } from "./temp-folder.ts";

const link = { shortCode: "a", shortUrl: "http://127.0.0.1:8787/a", longUrl: "https://a.example" };
const made: StubAnswer = { status: 200, body: { results: [{ status: 201, link }] } };
const refused = (seconds: number): StubAnswer => ({
  status: 429,
  body: { code: "RATE_LIMITED", detail: "Too many.", mend: "Wait as Retry-After says." },
  headers: { "retry-after": String(seconds) },
});

async function linksFile() {
  const folder = await makeTempFolder();
  const file = join(folder.path, "links.csv");
  await writeFile(file, "longUrl\nhttps://a.example\n");
  return { file, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe("narrows links import, while the service lets no more through", () => {
  test("says how long it waits, waits, and sends the same again", async () => {
    await using service = await openStubService([refused(1), refused(1), made]);
    await using at = await linksFile();
    const env = { NARROWS_SERVER: service.address };
    const { exitCode, stdout, stderr } = await runCli(["links", "import", at.file], env);
    expect(exitCode).toBe(0);
    const line = "Lines sent: 0 of 1. The service asks to wait 1 second; this goes on then. Ctrl-C ends it.\n";
    expect(stderr).toBe(line + line);
    expect(stdout).toContain("Links made, now or by this file before: 1.");
    const asked = service.seen.map(({ body, headers }) => [body, headers["idempotency-key"]]);
    expect(asked).toEqual([asked[0], asked[0], asked[0]]);
  });

  test("fails at once where the wait would be longer than an hour, and says how long", async () => {
    await using service = await openStubService(refused(3_601));
    await using at = await linksFile();
    const { exitCode, stderr } = await runCli(["links", "import", at.file], { NARROWS_SERVER: service.address });
    expect([exitCode, service.seen.length]).toEqual([1, 1]);
    expect(stderr).toBe("narrows: Too many. [RATE_LIMITED]\n  Wait about 61 minutes, then repeat the command.\n");
  });

  test("ends by Ctrl-C", async () => {
    await using service = await openStubService(refused(3_600));
    await using at = await linksFile();
    const env = { NARROWS_SERVER: service.address, DATA_DIR: "/nonexistent/narrows" };
    const child = spawn(process.execPath, [cliPath, "links", "import", at.file], { env });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [said] = (await once(child.stderr.setEncoding("utf8"), "data")) as [string];
    expect(said).toContain("about 60 minutes");
    child.kill("SIGINT");
    expect(await Promise.all([once(child, "close"), text(child.stdout)])).toEqual([[130, null], ""]);
  });
});

describe("asking patiently", () => {
  const refusal = (code: string, retryAfterSeconds: number | undefined): Refusal =>
    new Refusal({
      code,
      status: 429,
      retryAfterSeconds,
      detail: "No.",
      field: undefined,
      mend: undefined,
      name: undefined,
      language: "en",
      server: "http://127.0.0.1:8787",
      keySource: undefined,
    });

  /** Asks for what always fails so, and tells for how long it waited. */
  async function waitsOf(error: Error): Promise<readonly number[]> {
    const waits: number[] = [];
    const fail = async (): Promise<never> => {
      throw error;
    };
    const asked = askPatiently(fail, async (seconds) => {
      waits.push(seconds);
    });
    await expect(asked).rejects.toBe(error);
    return waits;
  }

  test("ends after an hour in all", async () => {
    expect(await waitsOf(refusal("RATE_LIMITED", 1_700))).toEqual([1_700, 1_700]);
  });

  test.each([
    ["another refusal", refusal("STORE_LOCKED", 1)],
    ["a wait without an end", refusal("RATE_LIMITED", undefined)],
    ["another failure", new Error("Broken.")],
  ])("is not done for %s", async (_, error) => {
    expect(await waitsOf(error)).toEqual([]);
  });
});
