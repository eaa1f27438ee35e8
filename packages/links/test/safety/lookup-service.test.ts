import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLookupService, SafetyCheckError } from "../../src/index.ts";
import { findOnly, startLookupServer, type LookupServer } from "./lookup-server.ts";

const evil = "https://evil.example/login";
const never = new AbortController().signal;

async function start(): Promise<LookupServer> {
  const server = await startLookupServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

function open(server: Pick<LookupServer, "url">, more: Partial<Parameters<typeof createLookupService>[0]> = {}) {
  const clock = { nowMs: 0 };
  const options = { url: server.url, key: undefined, retryDelaysMs: [1, 1], monotonicMs: () => clock.nowMs, ...more };
  return { check: createLookupService(options), clock };
}

const failure = async (promise: Promise<unknown>): Promise<SafetyCheckError> => {
  const error = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SafetyCheckError);
  return error as SafetyCheckError;
};

describe("the lookup service", () => {
  it("sends whole addresses without fragment, user name and password, the key, and nothing else of a link", async () => {
    const server = await start();
    const { check } = open(server, { key: "a secret" });
    await check.judge(["https://ann:pw@example.com/a?b=1#section"], never);
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]?.path).toBe("/v4/threatMatches:find?key=a+secret");
    expect(JSON.parse(server.asked[0]?.body ?? "")).toEqual({
      client: { clientId: "narrows", clientVersion: "1" },
      threatInfo: {
        threatTypes: ["MALWARE", "SOCIAL_ENGINEERING", "UNWANTED_SOFTWARE", "POTENTIALLY_HARMFUL_APPLICATION"],
        platformTypes: ["ANY_PLATFORM"],
        threatEntryTypes: ["URL"],
        threatEntries: [{ url: "https://example.com/a?b=1" }],
      },
    });
  });

  it("says of which kind a threat is, the first by name where there are several", async () => {
    const server = await start();
    const threat = { url: evil };
    const matches = ["UNWANTED_SOFTWARE", "MALWARE"].map((threatType) => ({ threatType, threat }));
    server.answerBy((_, response) => response.end(JSON.stringify({ matches })));
    const { check } = open(server);
    expect(await check.judge([evil], never)).toEqual([{ kind: "suspect", reason: "MALWARE", source: "lookup" }]);
  });

  it.each([
    ["UNWANTED_SOFTWARE", "MALWARE"],
    ["MALWARE", "UNWANTED_SOFTWARE"],
  ])("takes as many matches as can be meant, of every address that was asked: %s before %s", async (...kinds) => {
    const server = await start();
    const urls = Array.from({ length: 500 }, (_, at) => `${evil}${at}`);
    const all = Array.from({ length: 16 }, (_, at) => kinds[at % 2]);
    const matches = urls.flatMap((url) => all.map((threatType) => ({ threatType, threat: { url } })));
    server.answerBy((_, response) => response.end(JSON.stringify({ matches })));
    const suspect = { kind: "suspect", reason: "MALWARE", source: "lookup" };
    expect(await open(server).check.judge(urls, never)).toEqual(urls.map(() => suspect));
  });

  it("refuses an answer with more matches than can be meant, however small each is", async () => {
    const server = await start();
    const matches = Array.from({ length: 17 }, () => ({ threat: { url: evil } }));
    server.answerBy((_, response) => response.end(JSON.stringify({ matches })));
    const { message } = await failure(open(server).check.judge([evil], never));
    expect(message).toContain("more matches than");
  });

  it("refuses an answer that is larger than one to the question can be", async () => {
    const server = await start();
    server.answerBy((_, response) => response.end(`{}${" ".repeat(200_000)}`));
    expect((await failure(open(server).check.judge([evil], never))).message).toContain("larger than");
    const urls = Array.from({ length: 500 }, (_, at) => `${evil}${at}`);
    expect(await open(server).check.judge(urls, never)).toHaveLength(500);
  });

  it("tries again after a 5xx and a broken connection, and then judges", async () => {
    const server = await start();
    const { check } = open(server);
    server.answerBy((asked, response) => {
      if (server.asked.length === 1) response.writeHead(503).end();
      else if (server.asked.length === 2) response.destroy();
      else findOnly(evil)(asked, response);
    });
    expect((await check.judge([evil], never)).map(({ kind }) => kind)).toEqual(["suspect"]);
    expect(server.asked).toHaveLength(3);
  });

  it("gives up on one that hangs, before its answer or in the middle of it", async () => {
    const server = await start();
    const { check, clock } = open(server, { deadlineMs: 100, retryDelaysMs: [] });
    server.answerBy(() => undefined);
    expect((await failure(check.judge([evil], never))).message).toContain("within 100 ms");
    clock.nowMs += 600_000;
    server.answerBy((_, response) => response.write('{"matches":['));
    expect((await failure(check.judge([evil], never))).message).toContain("within 100 ms");
  });

  it("leaves one alone that says 429, for as long as it says, and asks no second time meanwhile", async () => {
    const server = await start();
    const { check, clock } = open(server);
    server.answerBy((_, response) => response.writeHead(429, { "retry-after": "30" }).end());
    expect((await failure(check.judge([evil], never))).retryAfterMs).toBe(30_000);
    clock.nowMs += 29_000;
    expect((await failure(check.judge([evil], never))).retryAfterMs).toBe(1_000);
    expect(server.asked).toHaveLength(1);
    server.answerBy(findOnly(evil));
    clock.nowMs += 1_000;
    expect((await check.judge([evil], never)).map(({ kind }) => kind)).toEqual(["suspect"]);
  });

  it("waits longer after each failure, up to a bound, and is quick again after a success", async () => {
    const server = await start();
    const { check, clock } = open(server, { retryDelaysMs: [] });
    server.answerBy((_, response) => response.writeHead(500).end());
    const waits: number[] = [];
    for (let failed = 0; failed < 9; failed += 1) {
      const { retryAfterMs } = await failure(check.judge([evil], never));
      waits.push(retryAfterMs);
      clock.nowMs += retryAfterMs;
    }
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000]);
    server.answerBy(findOnly());
    await check.judge([evil], never);
    server.answerBy((_, response) => response.writeHead(500).end());
    expect((await failure(check.judge([evil], never))).retryAfterMs).toBe(5_000);
  });

  it.each([
    ["no JSON", "<html>"],
    ["another JSON", "[1]"],
    ["matches that are none", '{"matches":{"a":1}}'],
    ["a match without an address", '{"matches":[{"threatType":"MALWARE"}]}'],
    ["a match for what nobody asked", '{"matches":[{"threatType":"MALWARE","threat":{"url":"https://x.example/"}}]}'],
    ["null", "null"],
  ])("takes an answer that it does not understand for a failure: %s", async (_, body) => {
    const server = await start();
    server.answerBy((_asked, response) => response.end(body));
    const { message } = await failure(open(server).check.judge([evil], never));
    expect(message).toMatch(/no JSON|cannot be understood/);
  });

  it("reads no more of an answer than it must", async () => {
    const server = await start();
    let sent = 0;
    server.answerBy((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(" ".repeat(65_536))) sent += 65_536;
      };
      response.on("drain", more);
      more();
    });
    const { message } = await failure(open(server, { retryDelaysMs: [] }).check.judge([evil], never));
    expect(message).toContain("larger than");
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it("follows no redirect: key and destinations are for the configured address alone", async () => {
    const server = await start();
    let strangers = 0;
    const stranger = createServer((_, response) => {
      strangers += 1;
      response.end("{}");
    });
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void stranger.close());
    const location = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`;
    server.answerBy((_, response) => response.writeHead(307, { location }).end());
    await failure(open(server, { key: "secret" }).check.judge([evil], never));
    expect(strangers).toBe(0);
  });

  it("ends at once when the work is stopped, and holds nothing against the service", async () => {
    const server = await start();
    const { check } = open(server);
    const stop = new AbortController();
    server.answerBy(() => stop.abort());
    await failure(check.judge([evil], stop.signal));
    server.answerBy(findOnly(evil));
    expect((await check.judge([evil], never)).map(({ kind }) => kind)).toEqual(["suspect"]);
  });

  it("asks nothing when the work was stopped before", async () => {
    const server = await start();
    await failure(open(server).check.judge([evil], AbortSignal.abort()));
    expect(server.asked).toHaveLength(0);
  });

  it("does not write the key into what it says of a failure", async () => {
    const { url } = await start();
    const gone = new URL(url);
    gone.port = "1";
    const error = await failure(
      open({ url: gone }, { key: "very-secret", retryDelaysMs: [] }).check.judge([evil], never),
    );
    expect(JSON.stringify([error.message, String(error.cause), (error.cause as Error).stack])).not.toContain(
      "very-secret",
    );
  });
});
