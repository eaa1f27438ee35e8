import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { linksApi, type LinksApi } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { makeTempFolder, type TempFolder } from "../program/temp-folder.ts";

const before = "https://example.com/before";
const after = "https://example.com/after";

/** The promise is a second, which tests with a clock of their own hold; whoever does not follow never will. */
const patienceMs = 20_000;

/** A change at one process, and what the other must then answer to a redirect. */
const changes = [
  ["an edit", (api: LinksApi, code: string) => api.edit(code, { longUrl: after }), 302, after],
  ["a switch-off", (api: LinksApi, code: string) => api.edit(code, { enabled: false }), 410, undefined],
  ["a deletion", (api: LinksApi, code: string) => api.delete(code), 410, undefined],
  ["a quarantine", (api: LinksApi, code: string) => api.quarantine(code, "phishing"), 410, undefined],
] as const;

describe("two processes on one file", () => {
  let folder: TempFolder;
  let first: Program;
  let second: Program;
  let api: LinksApi;
  let otherApi: LinksApi;

  beforeAll(async () => {
    folder = await makeTempFolder();
    first = await startProgram({ dataDir: folder.path });
    second = await startProgram({ dataDir: folder.path });
    [api, otherApi] = [first, second].map(({ http, admin }) => linksApi(http, admin)) as [LinksApi, LinksApi];
  });

  afterAll(async () => {
    await first[Symbol.asyncDispose]();
    await second[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it("serve a link that the other has just created at once, also after saying that there was none", async () => {
    expect((await otherApi.follow("fresh")).status).toBe(404);
    await api.mustCreate({ longUrl: before, alias: "fresh" });
    await eventually(patienceMs, "The link's appearance", async () => {
      const { status } = await otherApi.follow("fresh");
      return status === 302 ? true : undefined;
    });
    const unasked = await api.mustCreate({ longUrl: before });
    expect((await otherApi.follow(unasked.shortCode)).locations).toEqual([before]);
  });

  it.each(changes)("follow %s made through the other soon, and never fall back", async (name, change, status, to) => {
    const { shortCode } = await api.mustCreate({ longUrl: before });
    expect((await otherApi.follow(shortCode)).locations).toEqual([before]);
    const changed = await change(api, shortCode);
    expect([name, changed.status]).toEqual([name, expect.toBeOneOf([200, 204])]);
    expect((await api.follow(shortCode)).status).toBe(status);

    await eventually(patienceMs, `The news of ${name}`, async () => {
      const answer = await otherApi.follow(shortCode);
      return answer.status === status && answer.locations[0] === to ? true : undefined;
    });
    const later = await Promise.all(Array.from({ length: 50 }, () => otherApi.follow(shortCode)));
    expect(later.filter((answer) => answer.status !== status || answer.locations[0] !== to)).toEqual([]);
  });
});
