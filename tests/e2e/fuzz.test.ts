import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { hangUp } from "../program/hang-up.ts";
import { inParallel } from "../program/in-parallel.ts";
import { linksApi, type LinksApi } from "../program/links-api.ts";
import { adminKey, startProgram, type Program } from "../program/program.ts";
import { createRandom } from "../program/random.ts";
import { exchangeRaw } from "../program/raw-exchange.ts";
import { residentBytes } from "../program/resident-bytes.ts";
import { judgeAnswer } from "./fuzz/judge-answer.ts";
import { mutate, type Mutant } from "./fuzz/mutate.ts";
import { seedRequests } from "./fuzz/seed-requests.ts";

const mutants = 10_000;
const connections = 32;
/** After so many mutants comes a valid create that is followed at once. */
const validEvery = 10;
const knownUrl = "https://example.com/known?a=%2B+%20~";
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_130);

type Finding = { readonly fault: string; readonly request: string; readonly answer?: string };

describe(`10,000 mutated requests (FUZZ_SEED=${seed})`, () => {
  let program: Program;
  let api: LinksApi;
  let findings: readonly Finding[];
  let answered = new Map<number, number>();
  let closed = 0;
  let wronglyAnswered: readonly unknown[];
  let residentBefore: number;

  beforeAll(async () => {
    program = await startProgram();
    api = linksApi(program.http, program.admin);
    await api.mustCreate({ longUrl: knownUrl, alias: "known" });
    const codes = ["fuzz-one", "fuzz-two"];
    for (const alias of codes) await api.mustCreate({ longUrl: knownUrl, alias });
    const seeds = seedRequests({ authorization: program.admin.authorization, codes });
    const random = createRandom(seed);
    const requests = Array.from({ length: mutants }, () => mutate(seeds, random));

    await wakeAll(program);
    residentBefore = await residentBytes(program.pid);
    const wrong: unknown[] = [];
    const found = await inParallel(connections, requests, async (mutant, index) => {
      if (index % validEvery === 0) wrong.push(...(await checkValid(api, index)));
      return tryMutant(mutant);
    });
    findings = found.flat();
    wronglyAnswered = wrong;
  }, 600_000);

  afterAll(() => program[Symbol.asyncDispose]());

  const tryMutant = async ({ bytes, isHead, isHangUp }: Mutant): Promise<readonly Finding[]> => {
    if (isHangUp) {
      await hangUp(program.port, bytes);
      return [];
    }
    const request = bytes.toString("latin1").slice(0, 2_000);
    try {
      const answers = await exchangeRaw(program.port, bytes, { isHead, quietMs: 500, deadlineMs: 15_000 });
      if (answers.length === 0) closed += 1;
      for (const { status } of answers) answered = answered.set(status, (answered.get(status) ?? 0) + 1);
      return answers.flatMap((answer) => {
        const fault = judgeAnswer(answer);
        return fault === undefined ? [] : [{ fault, request, answer: `${answer.status} ${answer.body.slice(0, 500)}` }];
      });
    } catch (error) {
      return [{ fault: String(error), request }];
    }
  };

  it("come of every route that is documented", async () => {
    const { paths } = (await program.http.ask("GET", "/openapi.json")).json() as { paths: Record<string, object> };
    const targets = seedRequests({ authorization: "", codes: ["code", "code"] }).map(({ method, target }) => [
      method.toLowerCase(),
      target.replace(/\?.*$/, ""),
    ]);
    const missing = Object.entries(paths).flatMap(([path, methods]) => {
      const form = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
      return Object.keys(methods)
        .filter((method) => !targets.some(([known, target = ""]) => known === method && form.test(target)))
        .map((method) => `${method} ${path}`);
    });
    expect(missing).toEqual([]);
  });

  it("are each answered with the documented status, or closed, and never with a 5xx, a page of markup or silence", () => {
    expect(findings).toEqual([]);
  });

  it("do reach the service: some are granted, and refused in many ways", () => {
    expect(answered.get(201) ?? 0).toBeGreaterThan(10);
    expect([...answered.keys()]).toEqual(
      expect.arrayContaining([200, 201, 204, 302, 400, 401, 404, 405, 409, 410, 413, 415, 417, 422, 431]),
    );
    expect(closed).toBeLessThan(mutants / 10);
  });

  it("leave every valid request between them answered rightly", () => {
    expect(wronglyAnswered).toEqual([]);
  });

  it("leave metrics that are bounded and hold nothing of the requests", async () => {
    const { status, body } = await program.http.ask("GET", "/metrics", { headers: program.admin });
    expect(status).toBe(200);
    expect(body.split("\n").length).toBeLessThan(1_000);
    expect(body).not.toMatch(/example\.com|fuzz|zq|"known"/);
  });

  it("leave the process alive, its memory bounded, and a known link where it was", async () => {
    const followed = await program.http.ask("GET", "/known");
    expect([followed.status, followed.locations]).toEqual([302, [knownUrl]]);
    expect((await residentBytes(program.pid)) - residentBefore).toBeLessThan(200 * 1024 * 1024);
    await program.stop();
    expect(program.output()).not.toMatch(/"level":"(error|fatal)"/);
  });

  it("leave neither keys nor destinations in the log", () => {
    expect(program.output()).toContain('"msg":"request"');
    expect(program.output()).not.toContain(adminKey);
    expect(program.output()).not.toMatch(/example\.com|src=zq/);
  });
});

/** Has all be loaded that is loaded when it is first needed: the threads of clicks and what answers of them. */
async function wakeAll({ http, admin }: Program): Promise<void> {
  await http.ask("GET", "/known");
  for (const report of ["stats", "timeseries", "breakdown?dimension=country", "clicks"]) {
    const { status } = await http.ask("GET", `/v1/urls/known/${report}`, { headers: admin });
    expect([report, status]).toEqual([report, 200]);
  }
  await eventually(60_000, "The first click", async () => {
    const { body } = await http.ask("GET", "/v1/urls/known/stats", { headers: admin });
    return body.includes('"asOf":"') ? true : undefined;
  });
}

/** Gives what was wrong: nothing, when the new link and the known one lead where they should. */
async function checkValid(api: LinksApi, index: number): Promise<readonly unknown[]> {
  const longUrl = `https://example.com/valid/${index}?a=%2B+%20`;
  const created = await api.create({ longUrl });
  if (created.status !== 201) return [{ index, status: created.status, body: created.body }];
  const { shortCode } = created.json() as { shortCode: string };
  const [fresh, known] = await Promise.all([api.follow(shortCode), api.follow("known")]);
  const isRight = fresh.locations[0] === longUrl && known.locations[0] === knownUrl;
  return isRight ? [] : [{ index, shortCode, fresh, known }];
}
