import { describe, expect, it } from "vitest";
import type { Answer } from "../program/http-client.ts";
import { linksApi, type LinksApi } from "../program/links-api.ts";
import { startProgram } from "../program/program.ts";
import { testStores } from "../program/test-stores.ts";

const creates = 200;

describe.each(testStores)("200 creates of one alias at once, in $name", ({ open }) => {
  it("give the alias to one and a conflict to 199, in one process", async () => {
    await using store = await open();
    await using program = await startProgram(store.options);
    const api = linksApi(program.http, program.admin);
    const winner = await expectOneWinner(race([api], "wanted"));
    expect((await api.follow("wanted")).locations).toEqual([winner]);
    expect(await api.listAll()).toHaveLength(1);
    await program.stop();
  });

  it("give the alias to one and a conflict to 199, from two processes on one store", async () => {
    await using store = await open();
    await using first = await startProgram(store.options);
    await using second = await startProgram(store.options);
    const apis = [first, second].map(({ http, admin }) => linksApi(http, admin));
    const winner = await expectOneWinner(race(apis, "wanted"));
    for (const api of apis) expect((await api.follow("wanted")).locations).toEqual([winner]);
    await first.stop();
    await second.stop();
  });
});

/** Every create has a destination of its own, so that it shows who won. */
function race(apis: readonly LinksApi[], alias: string): Promise<Answer[]> {
  const attempts = Array.from({ length: creates }, (_, index) => ({
    api: apis[index % apis.length],
    longUrl: `https://example.com/contender/${index}`,
  }));
  return Promise.all(
    attempts.flatMap(({ api, longUrl }) => (api === undefined ? [] : [api.create({ longUrl, alias })])),
  );
}

/** Gives the winner's destination. */
async function expectOneWinner(racing: Promise<Answer[]>): Promise<string> {
  const answers = await racing;
  const winners = answers.filter(({ status }) => status === 201);
  const losers = answers.filter(({ status }) => status === 409);
  expect([winners.length, losers.length]).toEqual([1, creates - 1]);
  expect(new Set(losers.map((answer) => (answer.json() as { code: string }).code))).toEqual(new Set(["ALIAS_TAKEN"]));
  const [winner] = winners.map((answer) => answer.json() as { longUrl: string });
  return winner?.longUrl ?? "";
}
