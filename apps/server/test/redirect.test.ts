import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { StoreError, type Found, type LinkTarget, type Resolver } from "@narrows/links";
import { describe, expect, it, onTestFinished } from "vitest";
import { redirectAnswer, type RedirectAnswer } from "../src/redirect-answer.ts";
import { createRedirect } from "../src/redirect.ts";

const target: LinkTarget = {
  destination: "https://example.com/",
  redirectStatus: 302,
  expiresAt: null,
  enabled: true,
  quarantined: false,
  deleted: false,
  maxClicks: null,
  version: 1,
};
const found: Found<RedirectAnswer> = { target, answer: redirectAnswer(target, "private, max-age=0") };

const never = () => Promise.reject(new Error("The store must not be asked."));

async function follow(resolver: Pick<Resolver<RedirectAnswer>, "peek" | "find">) {
  const faults: unknown[] = [];
  const redirect = createRedirect({
    resolver,
    budgets: { spendClick: never, hasClicksLeft: never },
    classOf: () => Promise.resolve("human"),
    caching: { headers: (_visit, { answer }) => answer.headers, prepared: "private, max-age=0" },
    record: () => undefined,
    unknownCodes: { size: 0, wait: () => undefined, count: () => undefined },
    now: () => 0,
    onFault: (e) => faults.push(e),
  });
  const server = createServer((request, response) => void redirect({ domain: "", code: "abc", request, response }));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(get({ port, path: "/abc", agent: false }), "response")) as [IncomingMessage];
  const chunks = await answer.toArray();
  return { status: answer.statusCode, headers: answer.headers, body: chunks.join(""), faults };
}

describe("createRedirect", () => {
  it("asks the store for nothing that memory knows, be it a link or that there is none", async () => {
    expect(await follow({ peek: () => found, find: never })).toMatchObject({ status: 302, faults: [] });
    expect(await follow({ peek: () => null, find: never })).toMatchObject({ status: 404, faults: [] });
  });

  it("asks the store for what memory does not know", async () => {
    const answer = await follow({ peek: () => undefined, find: () => Promise.resolve(found) });
    expect([answer.status, answer.headers.location]).toEqual([302, target.destination]);
  });

  it("answers 503 with a time to try again while the store cannot say", async () => {
    const error = new StoreError("STORE_LOCKED", "secret detail");
    const answer = await follow({ peek: () => undefined, find: () => Promise.reject(error) });
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({ "retry-after": "1", "cache-control": "no-store" });
    expect(answer.body).toContain("STORE_LOCKED");
    expect(answer.body).not.toContain("secret");
    expect(answer.faults).toEqual([error]);
  });

  it("does not pass a fault of its own off as an outage, and tells the operator alone", async () => {
    const answer = await follow({ peek: () => undefined, find: () => Promise.reject(new Error("secret detail")) });
    expect([answer.status, answer.faults.length]).toEqual([500, 1]);
    expect(answer.body).toContain("INTERNAL");
    expect(answer.body).not.toContain("secret");
  });
});
