import { expect, it } from "vitest";
import { within } from "../program/deadline.ts";
import { findFreePort } from "../program/free-port.ts";
import { linksApi } from "../program/links-api.ts";
import { startProgram } from "../program/program.ts";
import { startRunningClock } from "../program/running-clock.ts";
import { makeTempFolder } from "../program/temp-folder.ts";

/** The promise is 1 s; the rest is what requests take on a busy machine. */
const promisedMs = 1_500;

it("a denylist on one node names within a second what was changed through another, at the same position", async () => {
  await using folder = await makeTempFolder();
  const start = async () => {
    const env = { BASE_URL: "http://sho.rt", EDGE_MAX_AGE: "300s", PORT: `${await findFreePort()}` };
    return startProgram({ dataDir: folder.path, env });
  };
  await using first = await start();
  await using second = await start();
  const api = linksApi(first.http, first.admin);
  const { shortCode } = await api.mustCreate({ longUrl: "https://example.com/" });
  const ask = (from: typeof first, query: string) =>
    from.http.ask("GET", `/v1/denylist?${query}`, { headers: from.admin });

  using clock = startRunningClock();
  const waiting = ask(second, "since=0&waitMs=10000");
  await api.quarantine(shortCode, "phishing");
  const heard = (await within(20_000, "The answer to the poll", waiting)).json();
  expect(clock.nowMs()).toBeLessThan(promisedMs);
  expect(heard).toMatchObject({ rows: [{ domain: "sho.rt", code: shortCode, action: "deny" }], position: "1" });
  expect((await ask(first, "since=0")).json()).toMatchObject({
    rows: (heard as { readonly rows: unknown }).rows,
    position: "1",
  });
});
