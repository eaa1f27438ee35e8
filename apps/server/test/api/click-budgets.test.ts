import { describe, expect, it } from "vitest";
import { shareTestServer } from "../harness/running-server.ts";

const longUrl = "https://example.com/budgeted";

describe("maxClicks", () => {
  const server = shareTestServer({ environment: { EDGE_MAX_AGE: "60s", BASE_URL: "http://localhost/" } });
  const create = (body: object) => server().send("/v1/urls", { method: "POST", body: { longUrl, ...body } });
  const person = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101", "accept-language": "en" };

  it("is shown with what is left of it", async () => {
    const link = await server().create({ longUrl, alias: "shown", maxClicks: 2 });
    expect(link).toMatchObject({ maxClicks: 2, clicksLeft: 2, state: "active" });
    const followed = await server().send("/shown", { key: null, headers: person });
    expect([followed.status, followed.headers.get("cache-control")]).toEqual([302, "no-store"]);
    expect((await server().send("/v1/urls/shown")).json()).toMatchObject({ clicksLeft: 1 });
    const lowered = await server().send("/v1/urls/shown", { method: "PATCH", body: { maxClicks: 1 } });
    expect(lowered.json()).toMatchObject({ maxClicks: 1, clicksLeft: 0, state: "spent" });
    const page = (await server().send("/v1/urls?q=shown")).json()["links"];
    expect(page).toMatchObject([{ maxClicks: 1, clicksLeft: 0, state: "spent" }]);
    expect(await server().create({ longUrl })).toMatchObject({ maxClicks: null, clicksLeft: null });
  });

  it.each([0, -1, 1.5, 1_000_000_001, "1", true])("refuses %j as what it is not", async (maxClicks) => {
    const answer = await create({ maxClicks });
    expect([400, 422]).toContain(answer.status);
    expect(answer.json()["code"]).toMatch(/^INVALID_(?:TYPE|VALUE)$/);
    expect(answer.json()["field"]).toBe("maxClicks");
  });

  it("is refused beside a permanent redirect, by name", async () => {
    for (const status of [301, 308]) {
      const answer = await create({ maxClicks: 1, status });
      expect([answer.status, answer.json()["code"], answer.json()["field"]]).toEqual([
        422,
        "BUDGET_PERMANENT",
        "maxClicks",
      ]);
    }
    await server().create({ longUrl, alias: "lasting", maxClicks: 1_000_000_000, status: 307 });
    const edited = await server().send("/v1/urls/lasting", { method: "PATCH", body: { status: 301 } });
    expect([edited.status, edited.json()["code"]]).toEqual([422, "BUDGET_PERMANENT"]);
  });

  it("is taken from each row of a bulk request", async () => {
    const links = [{ longUrl, maxClicks: 3 }, { longUrl }, { longUrl, maxClicks: 1, status: 301 }];
    const answer = await server().send("/v1/urls/bulk", { method: "POST", body: { links } });
    expect(answer.json()["results"]).toMatchObject([
      { status: 201, link: { maxClicks: 3, clicksLeft: 3 } },
      { status: 201, link: { maxClicks: null } },
      { status: 422, problem: { code: "BUDGET_PERMANENT" } },
    ]);
  });

  it("lets nobody know where a link leads that opens once, before somebody opens it", async () => {
    await server().create({ longUrl, alias: "once", maxClicks: 1 });
    const prefetch = { ...person, "sec-purpose": "prefetch" };
    const asked = [
      server().send("/once", { key: null, headers: person, method: "HEAD" }),
      server().send("/once", { key: null, headers: { "user-agent": "WhatsApp/2.23.20.0" } }),
      server().send("/once", { key: null, headers: prefetch }),
    ];
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
    for (const { headers, text } of answers) expect(JSON.stringify([...headers, text])).not.toContain("budgeted");
    expect((await server().send("/once", { key: null, headers: person })).headers.get("location")).toBe(longUrl);
  });

  it("lets no browser fetch ahead what its reader would then open uncounted", async () => {
    await server().create({ longUrl, alias: "twice", maxClicks: 2 });
    const follow = (headers: Readonly<Record<string, string>>) => server().send("/twice", { key: null, headers });
    const ahead = await follow({ ...person, "sec-purpose": "prefetch" });
    expect([ahead.status, ahead.headers.get("location"), ahead.text]).toEqual([403, null, ""]);
    const bot = await follow({ "user-agent": "WhatsApp/2.23.20.0" });
    expect([bot.status, bot.headers.get("location")]).toEqual([302, longUrl]);
    expect((await server().send("/v1/urls/twice")).json()).toMatchObject({ clicksLeft: 2 });
  });
});
