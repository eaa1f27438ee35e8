import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readUrls } from "../program/fixtures.ts";
import { inParallel } from "../program/in-parallel.ts";
import { linksApi, type CreatedLink, type LinksApi } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { makeTempFolder, type TempFolder } from "../program/temp-folder.ts";

const connections = 32;
const rowsPerBulk = 1_000;

type Outcome = { readonly status: number; readonly link?: CreatedLink };

describe("every URL of a collection of real ones", () => {
  let urls: readonly string[];
  let folder: TempFolder;
  let program: Program;
  let codes: ReadonlyMap<string, string>;

  const start = async (): Promise<LinksApi> => {
    program = await startProgram({ dataDir: folder.path });
    return linksApi(program.http, program.admin);
  };

  /** Follows every link and gives those whose Location is not, byte for byte, what was asked for. */
  const findUnfaithful = async (): Promise<readonly unknown[]> => {
    const answers = await inParallel(connections, [...codes], async ([code, url]) => {
      const { status, locations } = await program.http.ask("GET", `/${code}`);
      return status === 302 && locations.length === 1 && locations[0] === url ? [] : [{ code, url, status, locations }];
    });
    return answers.flat();
  };

  beforeAll(async () => {
    urls = await readUrls();
    folder = await makeTempFolder();
    const api = await start();
    const single = await createSingly(api, urls);
    const bulk = await createInBulk(api, urls);
    codes = new Map([...single, ...bulk]);
  });

  afterAll(async () => {
    await program[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it("is accepted, one by one and in bulk, and gets a code of its own each time", () => {
    expect(urls.length).toBe(5_994);
    expect(new Set(urls).size).toBe(urls.length);
    expect(codes.size).toBe(2 * urls.length);
  });

  it("contains many that a URL parser would write differently, so that equal bytes mean something", () => {
    expect(urls.filter((url) => new URL(url).href !== url).length).toBe(244);
  });

  it("comes back byte for byte as Location", async () => {
    expect(await findUnfaithful()).toEqual([]);
  });

  it("comes back byte for byte after a restart", async () => {
    await program.stop();
    await start();
    expect(await findUnfaithful()).toEqual([]);
  });
});

async function createSingly(api: LinksApi, urls: readonly string[]): Promise<readonly (readonly [string, string])[]> {
  return inParallel(connections, urls, async (longUrl) => {
    const link = await api.mustCreate({ longUrl });
    expect(link.longUrl).toBe(longUrl);
    return [link.shortCode, longUrl] as const;
  });
}

async function createInBulk(api: LinksApi, urls: readonly string[]): Promise<readonly (readonly [string, string])[]> {
  const created: (readonly [string, string])[] = [];
  for (let from = 0; from < urls.length; from += rowsPerBulk) {
    const rows = urls.slice(from, from + rowsPerBulk);
    const answer = await api.bulk(rows.map((longUrl) => ({ longUrl })));
    expect(answer.status).toBe(200);
    const { results } = answer.json() as { readonly results: readonly Outcome[] };
    expect(results.map(({ status }) => status)).toEqual(rows.map(() => 201));
    rows.forEach((longUrl, index) => created.push([results[index]?.link?.shortCode ?? "", longUrl]));
  }
  return created;
}
