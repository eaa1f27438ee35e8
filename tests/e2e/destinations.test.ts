import { isIP } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readDestinationCases, type DestinationCase } from "../program/fixtures.ts";
import { inParallel } from "../program/in-parallel.ts";
import { linksApi, type CreatedLink, type LinksApi } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { testStores, type TestStore } from "../program/test-stores.ts";

/** Every code that a refused destination may be answered with. */
const refusals = /^(DESTINATION_[A-Z_]+|BODY_MALFORMED)$/;

type Judged = DestinationCase & {
  readonly status: number;
  readonly code: string | undefined;
  readonly contentType: string | undefined;
  /** What following the new link gave; undefined when it was refused. */
  readonly redirect: number | undefined;
  readonly locations: readonly string[] | undefined;
};

describe.each(testStores)("inputs for longUrl that were worked out independently, in $name", ({ open }) => {
  let store: TestStore;
  let program: Program;
  let judged: readonly Judged[];
  let stored: readonly CreatedLink[];

  beforeAll(async () => {
    store = await open();
    program = await startProgram(store.options);
    const api = linksApi(program.http, program.admin);
    judged = await inParallel(16, await readDestinationCases(), (one) => judge(api, one));
    stored = await api.listAll();
  });

  afterAll(async () => {
    await program[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  });

  const outcomes = (expected: DestinationCase["expect"]) => judged.filter((one) => one.expect === expected);
  const accepted = () => judged.filter(({ status }) => status === 201);

  it("are answered with 201 or a documented refusal, never anything else", () => {
    expect(judged).toHaveLength(433);
    expect(judged.filter((one) => one.status !== 201 && !isDocumentedRefusal(one))).toEqual([]);
  });

  it("are refused where no public http or https URL is meant", () => {
    expect(outcomes("reject")).toHaveLength(329);
    expect(outcomes("reject").filter(({ status }) => status === 201)).toEqual([]);
  });

  it("are refused where they lead to private, loopback or link-local addresses", () => {
    expect(outcomes("reject_if_private_targets_blocked")).toHaveLength(35);
    expect(outcomes("reject_if_private_targets_blocked").filter(({ status }) => status === 201)).toEqual([]);
  });

  it("are accepted where they are public URLs without credentials", () => {
    const wrongly = outcomes("accept_or_policy").filter((one) => one.status !== 201 && !isRefusedByPolicy(one));
    expect(wrongly).toEqual([]);
    expect(accepted().length).toBeGreaterThan(30);
  });

  it("lead, once accepted, where the URL parser says", () => {
    const strayed = accepted().filter(({ input, href, redirect, locations = [] }) => {
      const [location = "", ...more] = locations;
      const isRight = URL.parse(location)?.href === (href ?? new URL(input).href);
      return redirect !== 302 || more.length > 0 || !isRight;
    });
    expect(strayed).toEqual([]);
  });

  it("lead, once accepted, to printable ASCII", () => {
    const odd = accepted().filter(({ locations }) => !/^https?:\/\/[\x21-\x7e]+$/.test(locations?.[0] ?? ""));
    expect(odd).toEqual([]);
  });

  it("are stored when accepted and only then", () => {
    expect(stored).toHaveLength(accepted().length);
  });

  it("are accepted with private addresses where the operator allows them", async () => {
    await using lenient = await startProgram({ env: { ALLOW_PRIVATE_DESTINATIONS: "on" } });
    const api = linksApi(lenient.http, lenient.admin);
    const privates = outcomes("reject_if_private_targets_blocked");
    const again = await inParallel(16, privates, (one) => judge(api, one));
    // Userinfo and our own address stay refused; the rest must now pass.
    const refused = again.filter(({ status }) => status !== 201).map(({ code }) => code);
    expect(refused.filter((code) => code === "DESTINATION_PRIVATE")).toEqual([]);
    expect(again.filter(({ status }) => status === 201).length).toBeGreaterThan(10);
  });
});

async function judge(api: LinksApi, one: DestinationCase): Promise<Judged> {
  const answer = await api.create({ longUrl: one.input });
  const { shortCode, code } = answer.json() as { shortCode?: string; code?: string };
  const followed = shortCode === undefined ? undefined : await api.follow(shortCode);
  const { status, headers } = answer;
  return {
    ...one,
    status,
    code,
    contentType: headers["content-type"],
    redirect: followed?.status,
    locations: followed?.locations,
  };
}

function isDocumentedRefusal({ status, code, contentType }: Judged): boolean {
  return (
    (status === 422 || status === 400) &&
    refusals.test(code ?? "") &&
    contentType?.startsWith("application/problem+json") === true
  );
}

function isControl(character: string): boolean {
  return character < " " || (character >= "\u007f" && character <= "\u009f");
}

/** Policy may refuse control characters, credentials, our own host, and hosts that only mean something inside of someone's network. */
function isRefusedByPolicy({ href, input, code }: Judged): boolean {
  const url = URL.parse(href ?? input);
  if (url === null) return false;
  if (code === "DESTINATION_CONTROL") return Array.from(input).some(isControl);
  if (code === "DESTINATION_CREDENTIALS") return url.username !== "" || url.password !== "";
  if (code === "DESTINATION_OWN_DOMAIN") return url.hostname === "localhost";
  const isNameless = isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0 || !/[^.]\.[^.]/.test(url.hostname);
  return code === "DESTINATION_PRIVATE" && isNameless;
}
