import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { linksApi, type CreatedLink, type LinksApi } from "../program/links-api.ts";
import { startProgram } from "../program/program.ts";
import { testStores, type TestStore } from "../program/test-stores.ts";

const longUrl = "https://example.com/?q=%7e+~%2B[x]|";

/** A program on the store, and its API; the program ends before the store. */
async function start(open: () => Promise<TestStore>) {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await open());
  const program = stack.use(await startProgram(store.options));
  const api = linksApi(program.http, program.admin);
  const opened = stack.move();
  return { program, api, store, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function locationOf(api: LinksApi, code: string): Promise<string | number> {
  const { status, locations } = await api.follow(code);
  return status === 302 ? (locations[0] ?? "") : status;
}

describe.each(testStores)("the service over $name", ({ open }) => {
  it("leads byte for byte where a link was made to lead, also after a restart", async () => {
    await using service = await start(open);
    const { shortCode } = await service.api.mustCreate({ longUrl });
    expect(await locationOf(service.api, shortCode)).toBe(longUrl);
    await service.program.stop();
    await using again = await startProgram(service.store.options);
    expect(await locationOf(linksApi(again.http, again.admin), shortCode)).toBe(longUrl);
  });

  it("makes one link of 100 creates at once that may reuse, from two processes", async () => {
    await using first = await start(open);
    await using second = await startProgram(first.store.options);
    const apis = [first.api, linksApi(second.http, second.admin)];
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => apis.map((api) => api.create({ longUrl, reuse: true }))).flat(),
    );
    expect(new Set(answers.map((answer) => (answer.json() as CreatedLink).shortCode)).size).toBe(1);
    expect(answers.map(({ status }) => String(status)).sort()).toEqual([
      ...Array.from({ length: 99 }, () => "200"),
      "201",
    ]);
    expect(await first.api.listAll()).toHaveLength(1);
  });

  it("edits, disables, quarantines, releases and deletes a link, and never gives its code away again", async () => {
    await using service = await start(open);
    const { api, program } = service;
    await api.mustCreate({ longUrl, alias: "promo" });
    expect((await api.edit("promo", { longUrl: "https://example.com/2" })).status).toBe(200);
    expect(await locationOf(api, "promo")).toBe("https://example.com/2");
    await api.edit("promo", { enabled: false });
    expect(await locationOf(api, "promo")).toBe(410);
    await api.edit("promo", { enabled: true });
    expect((await api.quarantine("promo", "it looks odd")).status).toBe(200);
    const quarantined = await locationOf(api, "promo");
    expect(quarantined).toBeGreaterThanOrEqual(400);
    await program.http.ask("DELETE", "/v1/urls/promo/quarantine", { headers: program.admin });
    expect(await locationOf(api, "promo")).toBe("https://example.com/2");
    await api.delete("promo");
    expect(await locationOf(api, "promo")).toBe(410);
    expect((await api.create({ longUrl, alias: "promo" })).status).toBe(409);
  });

  it("takes one of 20 edits at once that name the same version", async () => {
    await using service = await start(open);
    const { api, program } = service;
    const created = await api.create({ longUrl, alias: "raced" });
    const headers = { ...program.admin, "if-match": String(created.headers["etag"]) };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        program.http.ask("PATCH", "/v1/urls/raced", { headers, body: { note: `edit ${index}` } }),
      ),
    );
    expect(answers.map(({ status }) => String(status)).sort()).toEqual([
      "200",
      ...Array.from({ length: 19 }, () => "412"),
    ]);
  });

  it("lists each link once, newest first, while others are created", async () => {
    await using service = await start(open);
    const { api } = service;
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      longUrl: `https://host${index % 3}.example.com/${index}`,
      tags: [index % 2 === 0 ? "even" : "odd"],
    }));
    await api.bulk(rows);
    await api.bulk(rows.slice(0, 500));
    const [listed] = await Promise.all([api.listAll(), api.bulk(rows.slice(0, 100))]);
    const codes = listed.map(({ shortCode }) => shortCode);
    expect(codes.length).toBeGreaterThanOrEqual(1_500);
    expect(new Set(codes).size).toBe(codes.length);
    const ask = async (query: string) => {
      const { http, admin } = service.program;
      const answer = await http.ask("GET", `/v1/urls?limit=1000&${query}`, { headers: admin });
      return (answer.json() as { links: readonly CreatedLink[] }).links;
    };
    expect((await ask("tag=even")).length).toBe(800);
    expect((await ask("q=host1.example.com")).every((link) => link.longUrl.includes("//host1."))).toBe(true);
    expect((await ask(`q=${codes[0]}`)).map(({ shortCode }) => shortCode)).toEqual([codes[0]]);
  });

  it("ends a link at its instant", async () => {
    await using service = await start(open);
    const { api } = service;
    // A create or a first visit that came later than this would be refused.
    const expiresAt = Date.now() + 10_000;
    const { shortCode } = await api.mustCreate({ longUrl, expiresAt: new Date(expiresAt).toISOString() });
    const early: unknown[] = [];
    const end = await eventually(30_000, "The end of the link", async () => {
      const askedAt = Date.now();
      const answer = await locationOf(api, shortCode);
      if (Date.now() < expiresAt) early.push(answer);
      return askedAt >= expiresAt ? answer : undefined;
    });
    expect([new Set(early), end]).toEqual([new Set([longUrl]), 410]);
  });

  it("keeps a key's links from other keys", async () => {
    await using service = await start(open);
    const { api, program } = service;
    const { shortCode } = await api.mustCreate({ longUrl });
    const anonymous = linksApi(program.http);
    expect((await anonymous.get(shortCode)).status).toBe(401);
    expect(await locationOf(anonymous, shortCode)).toBe(longUrl);
  });
});
