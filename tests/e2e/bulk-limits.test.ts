import { describe, expect, it } from "vitest";
import { linksApi } from "../program/links-api.ts";
import { refusalOf } from "../program/problem.ts";
import { startProgram } from "../program/program.ts";
import { testStores } from "../program/test-stores.ts";

const rows = (count: number, longUrl = "https://example.com/") => Array.from({ length: count }, () => ({ longUrl }));

describe.each(testStores)("a bulk create in $name", ({ open }) => {
  it("takes 1,000 rows of the longest destinations, and nothing beyond its limits", async () => {
    await using store = await open();
    await using program = await startProgram(store.options);
    const api = linksApi(program.http, program.admin);
    const longest = `https://example.com/${"x".repeat(8_192 - "https://example.com/".length)}`;
    const whole = await api.bulk(rows(1_000, longest));
    expect((whole.json() as { results: { status: number }[] }).results.map(({ status }) => status)).toEqual(
      Array.from({ length: 1_000 }, () => 201),
    );
    expect(refusalOf(await api.bulk(rows(1_001)))).toEqual({ status: 422, code: "INVALID_VALUE", field: "links" });
    expect(refusalOf(await api.bulk([]))).toEqual({ status: 422, code: "INVALID_VALUE", field: "links" });
    const tooLarge = await untilAnswered(() => api.bulk(rows(1_000, `https://example.com/${"x".repeat(17_000)}`)));
    expect(refusalOf(tooLarge)).toEqual({ status: 413, code: "BODY_TOO_LARGE" });
    const anonymous = await linksApi(program.http).bulk(rows(1));
    expect(refusalOf(anonymous)).toEqual({ status: 401, code: "KEY_MISSING" });
    expect(await api.listAll()).toHaveLength(1_000);
  });

  it("judges each row by itself, in order", async () => {
    await using store = await open();
    await using program = await startProgram(store.options);
    const api = linksApi(program.http, program.admin);
    const longUrl = "https://example.com/";
    const answer = await api.bulk([
      { longUrl, alias: "one" },
      { longUrl, alias: "one" },
      { longUrl: "ftp://example.com/" },
      { longUrl, alias: "healthz" },
      { longUrl, expiresAt: "2020-01-01T00:00:00Z" },
      { longUrl, alias: "two" },
    ]);
    const { results } = answer.json() as { results: { status: number; problem?: { code: string } }[] };
    expect(results.map(({ status, problem }) => problem?.code ?? status)).toEqual([
      201,
      "ALIAS_TAKEN",
      "DESTINATION_SCHEME",
      "ALIAS_RESERVED",
      "EXPIRY_PAST",
      201,
    ]);
    expect((await api.listAll()).map(({ shortCode }) => shortCode).sort()).toEqual(["one", "two"]);
  });
});

/** Who is refused while still sending may be cut off before the answer is read, and asks again. */
async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let left = 20; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      const isCutOff = error instanceof Error && "code" in error && /^(EPIPE|ECONNRESET)$/.test(String(error.code));
      if (!isCutOff || left === 0) throw error;
    }
  }
}
