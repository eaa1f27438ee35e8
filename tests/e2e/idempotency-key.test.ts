import { describe, expect, it } from "vitest";
import type { Answer } from "../program/http-client.ts";
import { linksApi, type LinksApi } from "../program/links-api.ts";
import { startProgram } from "../program/program.ts";
import { testStores } from "../program/test-stores.ts";

const repetitions = 50;
const wish = { longUrl: "https://example.com/?once=%2B+%20", tags: ["b", "a"], note: "only once" };

describe.each(testStores)("creates with one Idempotency-Key, in $name", ({ open }) => {
  it("make one link and give equal bodies when 50 come at once, also after a restart and not for another body", async () => {
    await using store = await open();
    await using program = await startProgram(store.options);
    const api = linksApi(program.http, program.admin);
    const body = await expectOneBody([api]);
    expect(await api.listAll()).toHaveLength(1);
    await expectConflict(api);
    await program.stop();

    await using restarted = await startProgram(store.options);
    const apiAfter = linksApi(restarted.http, restarted.admin);
    expect(await expectOneBody([apiAfter])).toBe(body);
    await expectConflict(apiAfter);
    expect(await apiAfter.listAll()).toHaveLength(1);
    await restarted.stop();
  });

  it("make one link and give equal bodies when 50 come to two processes at once", async () => {
    await using store = await open();
    await using first = await startProgram(store.options);
    await using second = await startProgram(store.options);
    const apis = [first, second].map(({ http, admin }) => linksApi(http, admin));
    await expectOneBody(apis);
    for (const api of apis) expect(await api.listAll()).toHaveLength(1);
  });

  it("take an equal request for the same, whatever the order of its fields and tags", async () => {
    await using store = await open();
    await using program = await startProgram(store.options);
    const api = linksApi(program.http, program.admin);
    const first = await create(api, wish);
    const reordered = { note: wish.note, tags: ["a", "b"], longUrl: wish.longUrl };
    expect((await create(api, reordered)).body).toBe(first.body);
    expect(await api.listAll()).toHaveLength(1);
  });

  it("are each a create of their own when the key is of another requester, or is missing", async () => {
    await using store = await open();
    await using program = await startProgram(store.options);
    const api = linksApi(program.http, program.admin);
    const anonymous = linksApi(program.http);
    const answers = [await create(api, wish), await create(anonymous, { longUrl: wish.longUrl })];
    answers.push(await api.create(wish), await api.create(wish));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => (answer.json() as { shortCode: string }).shortCode)).size).toBe(4);
  });

  it("make each row of a bulk once", async () => {
    await using store = await open();
    await using program = await startProgram(store.options);
    const api = linksApi(program.http, program.admin);
    const rows = Array.from({ length: 40 }, (_, index) => ({ longUrl: `https://example.com/row/${index}` }));
    const send = () => api.bulk(rows, { "idempotency-key": "bulk-1" });
    const answers = await Promise.all([send(), send(), send()]);
    answers.push(await send());
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(codesOf)).size).toBe(1);
    expect(await api.listAll()).toHaveLength(rows.length);
  });
});

function create(api: LinksApi, body: unknown): Promise<Answer> {
  return api.create(body, { "idempotency-key": "logical-create-1" });
}

/** The rows' bodies, apart from whether they were made now or before. */
function codesOf(answer: Answer): string {
  const { results } = answer.json() as { results: readonly { link?: { shortCode: string } }[] };
  return results.map(({ link }) => link?.shortCode ?? "none").join();
}

async function expectOneBody(apis: readonly LinksApi[]): Promise<string> {
  const requests = Array.from({ length: repetitions }, (_, index) => apis[index % apis.length]);
  const answers = await Promise.all(requests.flatMap((api) => (api === undefined ? [] : [create(api, wish)])));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(answers).toHaveLength(repetitions);
  return answers[0]?.body ?? "";
}

async function expectConflict(api: LinksApi): Promise<void> {
  const answer = await create(api, { ...wish, note: "another" });
  expect([answer.status, (answer.json() as { code: string }).code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
}
