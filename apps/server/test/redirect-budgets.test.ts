import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { ClickClass } from "@narrows/clicks";
import { StoreError, type ClickBudgets, type Found, type LinkTarget, type SpendOutcome } from "@narrows/links";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClassOf } from "../src/clicks/class-of.ts";
import { redirectAnswer, type RedirectAnswer } from "../src/redirect-answer.ts";
import { createRedirect } from "../src/redirect.ts";

const target: LinkTarget = {
  destination: "https://example.com/harbour",
  redirectStatus: 302,
  expiresAt: null,
  enabled: true,
  quarantined: false,
  deleted: false,
  maxClicks: 1,
  version: 4,
};
/** What a browser sends when a person follows a link. */
const person = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "accept-language": "ko-KR",
} as const;
const prepared = "public, max-age=0, s-maxage=60";

type Following = {
  readonly target?: LinkTarget;
  /** What the store says to each click that is to be spent, in order; an error is thrown. */
  readonly outcomes?: readonly (SpendOutcome | StoreError)[];
  readonly isLeft?: boolean;
  /** Undefined: as the headers say. */
  readonly counted?: ClickClass | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Follows a link that memory knows, and tells what the store was asked. */
async function follow(following: Following) {
  const { target: known = target, outcomes = [], isLeft = true, headers = {} } = following;
  const { counted } = { counted: "human" as const, ...following };
  const asked: unknown[] = [];
  const left = [...outcomes];
  const budgets: ClickBudgets = {
    async spendClick(request) {
      asked.push(request);
      const outcome = left.shift() ?? { kind: "used-up" };
      if (outcome instanceof StoreError) throw outcome;
      return outcome;
    },
    hasClicksLeft(key) {
      asked.push(key);
      return isLeft;
    },
  };
  const found: Found<RedirectAnswer> = { target: known, answer: redirectAnswer(known, prepared) };
  const recorded: number[] = [];
  const redirect = createRedirect({
    resolver: { peek: () => found, find: () => found },
    budgets,
    classOf: counted === undefined ? createClassOf() : async () => counted,
    caching: { headers: (_visit, { answer }) => answer.headers, prepared },
    unknownCodes: { size: 0, wait: () => undefined, count: () => undefined },
    record: ({ status }) => void recorded.push(status),
    now: () => 1_000,
    onFault: () => undefined,
  });
  const server = createServer((request, response) => void redirect({ domain: "", code: "abc", request, response }));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(get({ port, path: "/abc", agent: false, headers }), "response")) as [IncomingMessage];
  const body = (await answer.toArray()).join("");
  const { location, "cache-control": cacheControl } = answer.headers;
  return { status: answer.statusCode, location, cacheControl, body, asked, recorded };
}

describe("a redirect of a link with a click budget", () => {
  it("goes out when the click was counted, and is kept by no cache", async () => {
    expect(await follow({ outcomes: [{ kind: "spent" }] })).toMatchObject({
      status: 302,
      location: target.destination,
      cacheControl: "no-store",
      asked: [{ key: { domain: "", code: "abc" }, version: 4 }],
      recorded: [302],
    });
  });

  it("never goes out when the store has none left, or cannot say", async () => {
    expect(await follow({ outcomes: [{ kind: "used-up" }] })).toMatchObject({ status: 410, recorded: [] });
    for (const code of ["STORE_UNAVAILABLE", "STORE_OUTCOME_UNKNOWN", "STORE_OVERLOADED"] as const) {
      const answer = await follow({ outcomes: [new StoreError(code, "secret detail")] });
      expect(answer).toMatchObject({ status: 503, cacheControl: "no-store", recorded: [] });
      expect(answer.location).toBeUndefined();
      expect(answer.body).not.toMatch(/secret|harbour/);
    }
  });

  it("asks nothing of a link that leads nowhere, and nothing of one without a budget", async () => {
    const nowhere = [{ enabled: false }, { quarantined: true }, { deleted: true }, { expiresAt: 1_000 }];
    for (const fields of nowhere) {
      expect(await follow({ target: { ...target, ...fields } })).toMatchObject({ status: 410, asked: [] });
    }
    const free = { ...target, maxClicks: null };
    expect(await follow({ target: free })).toMatchObject({ status: 302, cacheControl: prepared, asked: [] });
  });

  it("is judged anew when the link is another one by then", async () => {
    const changed = (fields: Partial<LinkTarget>): SpendOutcome => ({
      kind: "changed",
      target: { ...target, version: 5, destination: "https://example.com/new", ...fields },
    });
    const again = await follow({ outcomes: [changed({}), { kind: "spent" }] });
    expect(again).toMatchObject({ status: 302, location: "https://example.com/new" });
    expect(again.asked).toMatchObject([{ version: 4 }, { version: 5 }]);
    expect(await follow({ outcomes: [changed({ enabled: false })] })).toMatchObject({ status: 410 });
    expect(await follow({ outcomes: [changed({ maxClicks: null })] })).toMatchObject({
      status: 302,
      location: "https://example.com/new",
      cacheControl: prepared,
    });
    expect(await follow({ outcomes: [{ kind: "changed", target: undefined }] })).toMatchObject({ status: 404 });
  });

  it("gives up on a link that changes each time it is looked at", async () => {
    const changed = { kind: "changed", target } as const;
    const answer = await follow({ outcomes: Array.from({ length: 9 }, () => changed) });
    expect([answer.status, answer.location, answer.asked.length]).toEqual([503, undefined, 3]);
  });

  it("spends nothing for others than people, who do not learn where one leads that opens once", async () => {
    const withheld = await follow({ counted: "bot" });
    expect(withheld).toMatchObject({ status: 200, cacheControl: "no-store", recorded: [] });
    expect(withheld.asked).toEqual([{ domain: "", code: "abc" }]);
    expect([withheld.location, withheld.body.includes("harbour")]).toEqual([undefined, false]);
    const more = { ...target, maxClicks: 2 };
    expect(await follow({ counted: "bot", target: more })).toMatchObject({ status: 302, cacheControl: "no-store" });
    expect(await follow({ counted: "bot", target: more, isLeft: false })).toMatchObject({ status: 410 });
    expect(await follow({ counted: "bot", isLeft: false })).toMatchObject({ status: 410 });
  });

  it("answers no browser that asks ahead, however many may open it, for its reader would get there uncounted", async () => {
    const purposes = [
      { "sec-purpose": "prefetch;prerender" },
      { "sec-purpose": `${"x;".repeat(400)}prefetch` },
      { purpose: "prefetch" },
      { "x-purpose": "prefetch" },
      { "x-moz": "prefetch" },
    ];
    for (const purpose of purposes) {
      const headers = { ...person, ...purpose };
      for (const maxClicks of [1, 2, 1_000]) {
        const answer = await follow({ counted: undefined, target: { ...target, maxClicks }, headers });
        expect(answer).toMatchObject({ status: 403, cacheControl: "no-store", body: "", recorded: [] });
        expect(answer.location).toBeUndefined();
      }
      const more = { ...target, maxClicks: 2 };
      expect(await follow({ counted: undefined, isLeft: false, target: more, headers })).toMatchObject({ status: 410 });
    }
  });
});
