import { describe, expect, it } from "vitest";
import { adminKey, openTestServer, type TestServer } from "../harness/running-server.ts";

const person = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
  "accept-language": "ko",
};

describe("a link of the service", () => {
  it("has the clicks of the people who followed it, apart from those of programs", async () => {
    const server = await openTestServer();
    const shortCode = await makeLink(server);
    for (const headers of [person, person, { "user-agent": "Googlebot/2.1" }]) {
      expect((await server.send(`/${shortCode}`, { headers, key: null })).status).toBe(302);
    }
    const stats = async () => (await server.send(`/v1/urls/${shortCode}/stats?from=24h`)).json();
    await expect.poll(stats, { timeout: 60_000 }).toMatchObject({
      clicks: 2,
      byClass: { human: 2, bot: 1 },
      visitors: 1,
      clickCount: { clicks: 2 },
    });
    // The link is shown without them where the store takes longer than a quarter of a second.
    const link = async () => (await server.send(`/v1/urls/${shortCode}`)).json();
    await expect.poll(link, { timeout: 60_000 }).toMatchObject({ clickCount: { clicks: 2 } });
    const page = async () => (await server.send("/v1/urls")).json();
    await expect.poll(page, { timeout: 60_000 }).toMatchObject({ links: [{ shortCode, clickCount: { clicks: 2 } }] });
  });

  it("does not keep the service from stopping while somebody listens to its clicks", async () => {
    const server = await openTestServer({ environment: { STOP_DEADLINE: "60s" } });
    const shortCode = await makeLink(server);
    const address = `http://127.0.0.1:${server.port}/v1/urls/${shortCode}/live`;
    const listening = await fetch(address, { headers: { authorization: `Bearer ${adminKey}` } });
    expect(await server.stop()).toEqual([]);
    expect(await listening.text()).toBe("retry: 2000\n\n:\n\n");
  });
});

async function makeLink(server: TestServer): Promise<string> {
  return String((await server.create({ longUrl: "https://example.com/" }))["shortCode"]);
}
