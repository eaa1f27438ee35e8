import { expect, it } from "vitest";
import { within } from "../program/deadline.ts";
import { findFreePort } from "../program/free-port.ts";
import { linksApi } from "../program/links-api.ts";
import { startProgram } from "../program/program.ts";
import { startRunningClock } from "../program/running-clock.ts";
import { makeTempFolder } from "../program/temp-folder.ts";

/** Half of what a question waits for if there is nothing to say; what is promised is a second. */
const mostMs = 5_000;
const waitMs = 10_000;

it("a denylist on one node names soon what was changed through another, at the same position", async () => {
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

  // Each change is made as soon as the one before was heard, so each waits for a whole turn of the second node.
  const heardAfterMs: number[] = [];
  for (const [index, enabled] of [false, true, false, true, false].entries()) {
    using clock = startRunningClock();
    const waiting = ask(second, `since=${index}&waitMs=${waitMs}`);
    await api.edit(shortCode, { enabled });
    const heard = (await within(60_000, "The answer to the poll", waiting)).json();
    heardAfterMs.push(clock.nowMs());
    const position = String(index + 1);
    const action = enabled ? "bypass" : "deny";
    expect(heard).toMatchObject({ rows: [{ domain: "sho.rt", code: shortCode, action }], position });
    expect((await ask(first, `since=${index}`)).json()).toMatchObject({ rows: (heard as Page).rows, position });
  }
  // A busy machine makes some of them late; were it not for that, none would be.
  expect(Math.min(...heardAfterMs)).toBeLessThan(mostMs);
});

type Page = { readonly rows: unknown };
