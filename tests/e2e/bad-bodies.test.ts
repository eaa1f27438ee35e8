import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../program/http-client.ts";
import { linksApi, type CreatedLink } from "../program/links-api.ts";
import { refusalOf } from "../program/problem.ts";
import { startProgram, type Program } from "../program/program.ts";
import { aliasCases } from "./cases/alias-cases.ts";
import { longUrl } from "./cases/create-case.ts";
import { dateCases } from "./cases/date-cases.ts";
import { envelopeCases } from "./cases/envelope-cases.ts";
import { jsonCases } from "./cases/json-cases.ts";
import { typeCases } from "./cases/type-cases.ts";

const cases = [...aliasCases, ...jsonCases, ...typeCases, ...dateCases, ...envelopeCases];
const rows = cases.flatMap(([name, { body, headers }]) =>
  typeof body === "object" && body !== null && headers === undefined ? [{ name, body }] : [],
);
const inADay = new Date(Date.now() + 86_400_000).toISOString();

describe("a create that cannot be granted", () => {
  let program: Program;
  beforeAll(async () => {
    program = await startProgram();
  });
  afterAll(() => program[Symbol.asyncDispose]());

  /** Deletes the row that is right, so that nothing may be left. */
  const takeBack = async (answer: Answer): Promise<string> => {
    const { results } = answer.json() as { readonly results: readonly { status: number; link?: CreatedLink }[] };
    await linksApi(program.http, program.admin).delete(results[0]?.link?.shortCode ?? "");
    const [right = 0, bad = 0] = results.map(({ status }) => status);
    return right === 201 && bad >= 400 && bad < 500 ? "only the bad row is refused" : `${right}, ${bad}`;
  };

  it.each(cases)("is refused by name: %s", async (_name, { headers = {}, ...ask }, refusal) => {
    const answer = await program.http.ask("POST", "/v1/urls", { ...ask, headers: { ...program.admin, ...headers } });
    expect(refusalOf(answer)).toEqual(refusal);
  });

  it.each(rows)("is refused as a row of a bulk too: $name", async ({ body }) => {
    const links = [{ longUrl, tags: ["neighbour"] }, body];
    const answer = await program.http.ask("POST", "/v1/urls/bulk", { headers: program.admin, body: { links } });
    const outcome = answer.status === 200 ? await takeBack(answer) : refusalOf(answer).status;
    expect(outcome).toBeOneOf(["only the bad row is refused", 400, 422]);
  });

  it("stores nothing", async () => {
    expect(await linksApi(program.http, program.admin).listAll()).toEqual([]);
  });

  it("does not keep a right one from being granted", async () => {
    const api = linksApi(program.http, program.admin);
    const link = await api.mustCreate({
      longUrl,
      alias: "a".repeat(64),
      expiresAt: inADay,
      tags: ["x"],
      note: "é",
      status: 308,
    });
    const followed = await api.follow(link.shortCode);
    expect([followed.status, followed.locations]).toEqual([308, [longUrl]]);
    expect((await api.delete(link.shortCode)).status).toBe(204);
  });
});
