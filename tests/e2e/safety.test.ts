import { writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { linksApi } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { testStores } from "../program/test-stores.ts";

const evil = "https://evil.example/login";
const good = "https://good.example/";
const deadlineMs = 60_000;

describe.each(testStores)("links that are judged, over $name", ({ open }) => {
  it("are quarantined soon after they were made by a list, and the redirect is denied", async () => {
    await using store = await open();
    await using folder = await makeTempFolder();
    const list = join(folder.path, "list.txt");
    writeFileSync(list, "evil.example\n");
    await using program = await startProgram(withEnv(store.options, { SAFETY_LIST_FILE: list }));
    const api = linksApi(program.http, program.admin);
    const [bad, fine] = [await api.mustCreate({ longUrl: evil }), await api.mustCreate({ longUrl: good })];
    await untilDenied(program, bad.shortCode);
    // As the API names it: '' is a name for the store alone.
    const line = await eventually(deadlineMs, "The word of it in the log", async () =>
      /^.*A suspect link was quarantined.*$/m.exec(program.output())?.at(0),
    );
    expect(JSON.parse(line)).toMatchObject({ domain: new URL(bad.shortUrl).hostname, code: bad.shortCode });
    expect((await api.follow(fine.shortCode)).locations).toEqual([good]);
    expect((await api.get(bad.shortCode)).json()).toMatchObject({
      state: "quarantined",
      quarantine: { reason: "list: its host is on the list" },
    });
    // What the list learns while the service runs is true of links that are there.
    writeFileSync(list, "evil.example\nhttps://good.example/\n");
    await untilDenied(program, fine.shortCode);
  });

  it("are found after a restart when nobody had ever judged them", async () => {
    await using store = await open();
    await using service = await startLookup();
    const codes: string[] = [];
    {
      await using before = await startProgram(store.options);
      const api = linksApi(before.http, before.admin);
      for (const longUrl of [evil, good, evil]) codes.push((await api.mustCreate({ longUrl })).shortCode);
      await before.kill();
    }
    await using program = await startProgram(withEnv(store.options, { SAFETY_LOOKUP_URL: service.url }));
    await untilDenied(program, codes[0] ?? "");
    await untilDenied(program, codes[2] ?? "");
    expect((await linksApi(program.http).follow(codes[1] ?? "")).status).toBe(302);
  });

  it("are found after a crash in which the queue was lost", async () => {
    await using store = await open();
    await using service = await startLookup();
    service.answerBy(() => undefined);
    const options = withEnv(store.options, { SAFETY_LOOKUP_URL: service.url });
    let code = "";
    {
      await using before = await startProgram(options);
      const api = linksApi(before.http, before.admin);
      // It hangs: nothing of the service waits for it.
      code = (await api.mustCreate({ longUrl: evil })).shortCode;
      expect((await api.follow(code)).status).toBe(302);
      expect((await before.http.ask("GET", "/readyz")).status).toBe(200);
      await eventually(deadlineMs, "The question", async () => service.asked() > 0 || undefined);
      await before.kill();
    }
    service.answerBy(find);
    await using program = await startProgram(options);
    await untilDenied(program, code);
    await eventually(deadlineMs, "The exposure in the metrics", async () => {
      const count = await readMetric(program, "narrows_safety_exposure_seconds_count");
      return count === 1 || undefined;
    });
  });
});

function withEnv<Options extends { readonly env?: Readonly<Record<string, string>> }>(
  options: Options,
  env: Readonly<Record<string, string>>,
) {
  return { ...options, env: { ...options.env, ...env } };
}

async function untilDenied(program: Program, code: string): Promise<void> {
  await eventually(deadlineMs, `The end of /${code}`, async () => {
    const { status } = await program.http.ask("GET", `/${code}`);
    return status === 410 || undefined;
  });
}

type Answer = (urls: readonly string[], response: ServerResponse) => void;

const find: Answer = (urls, response) => {
  const matches = urls.filter((url) => url === evil).map((url) => ({ threatType: "MALWARE", threat: { url } }));
  response.end(JSON.stringify(matches.length === 0 ? {} : { matches }));
};

async function startLookup() {
  let answer = find;
  let asked = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      asked += 1;
      const { threatInfo } = JSON.parse(body) as { threatInfo: { threatEntries: { url: string }[] } };
      answer(
        threatInfo.threatEntries.map(({ url }) => url),
        response,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4/threatMatches:find`,
    asked: () => asked,
    answerBy(next: Answer) {
      answer = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
