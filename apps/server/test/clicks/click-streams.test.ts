import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClickCounts } from "@narrows/clicks";
import { createExactCounts, newClick } from "@narrows/clicks/testing";
import { describe, expect, it } from "vitest";
import { openClickServer, testNow } from "./click-server.ts";

const links = [
  { code: "mine", ownerId: "me" },
  { code: "other", ownerId: "you" },
];

describe("GET /v1/urls/{code}/clicks", () => {
  const clicks = [
    newClick({ code: "mine", at: testNow - 2, referrer: "=cmd|' /C calc'!A0", utmSource: 'a "b", c', visitor: null }),
    newClick({ code: "mine", at: testNow - 1, country: "KR", visitor: "0123456789abcdef" }),
    newClick({ code: "mine", at: testNow - 1, class: "bot" }),
    newClick({ code: "other", at: testNow - 1 }),
  ];

  it("is JSON by default, with the clicks of people", async () => {
    const { get } = await openClickServer({ links, clicks });
    const response = await get("/v1/urls/mine/clicks", { key: "me" });
    const body = (await response.json()) as { clicks: readonly Record<string, unknown>[] };
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="mine.json"');
    expect(body.clicks.map(({ id }) => id)).toEqual(clicks.slice(0, 2).map(({ id }) => id));
    expect(body.clicks[1]).toMatchObject({
      at: "2026-11-30T06:29:59.999Z",
      country: "KR",
      class: "human",
      status: 302,
    });
    expect(body.clicks[1]?.["visitor"]).not.toBe("0123456789abcdef");
    expect(body.clicks[1]).not.toHaveProperty("domain");
  });

  it("is CSV when asked, in which no text is a formula", async () => {
    const { get } = await openClickServer({ links, clicks });
    const response = await get("/v1/urls/mine/clicks?format=csv", { key: "me" });
    const [head, first, ...rest] = (await response.text()).split("\r\n");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(head).toMatch(/^id,at,class,reason,status,visitor,country,/);
    expect(first).toContain(",'=cmd|' /C calc'!A0,");
    expect(first).toContain(',"a ""b"", c",');
    expect(rest).toHaveLength(2);
  });

  it.each([
    ["json", '{"clicks":[]}'],
    ["csv", /^id,at,[^\r]+\r\n$/],
  ])("is empty where there was none: %s", async (format, text) => {
    const { get, reports } = await openClickServer({ links });
    const response = await get(`/v1/urls/mine/clicks?format=${format}`);
    expect(await response.text()).toMatch(text);
    expect(reports?.openStreams()).toBe(0);
  });

  it("is whole over many pages", async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => newClick({ code: "mine", at: testNow - 1 - index }));
    const { get } = await openClickServer({ links, clicks: many });
    const response = await get("/v1/urls/mine/clicks");
    expect(((await response.json()) as { clicks: unknown[] }).clicks).toHaveLength(1_001);
  });

  it.each(["json", "csv"])("that takes too long is cut, so that nobody takes it for whole: %s", async (format) => {
    const timeouts: { readonly ms: number; readonly end: () => void }[] = [];
    const timeout = (ms: number): AbortSignal => {
      const ended = new AbortController();
      timeouts.push({ ms, end: () => ended.abort() });
      return ended.signal;
    };
    const { url, reports } = await openClickServer({ links, counts: endlessCounts(), reports: { timeout } });
    const path = `/v1/urls/mine/clicks?format=${format}`;
    const response = await fetch(url + path, { headers: { authorization: "me" } });
    expect(response.status).toBe(200);
    await expect(readUntil(response, /./, () => timeouts[0]?.end())).rejects.toThrow("terminated");

    // It knows no chunks, and would take a connection that is closed for the end of the answer.
    const old = connect(Number(new URL(url).port), "127.0.0.1");
    old.write(`GET ${path} HTTP/1.0\r\nauthorization: me\r\n\r\n`);
    old.once("data", () => timeouts[1]?.end());
    expect(await once(old, "close").catch((error: unknown) => error)).toMatchObject({ code: "ECONNRESET" });
    await expect.poll(() => reports?.openStreams(), { timeout: 10_000 }).toBe(0);
    expect(timeouts.map(({ ms }) => ms)).toEqual([600_000, 600_000]);
  });

  it("answers HEAD without opening anything for good", async () => {
    const { get, reports } = await openClickServer({ links, clicks });
    for (const path of ["clicks", "live"]) {
      const response = await get(`/v1/urls/mine/${path}`, { method: "HEAD" });
      expect([response.status, await response.text()]).toEqual([200, ""]);
    }
    expect(reports?.openStreams()).toBe(0);
  });
});

describe("GET /v1/urls/{code}/live", () => {
  it("tells of clicks as server-sent events, and goes on after the last one", async () => {
    const clicks = [1, 2].map((n) => newClick({ code: "mine", at: testNow - 3_000 + n, referrer: "news.example" }));
    const { get, reports } = await openClickServer({ links, clicks });
    const leave = new AbortController();
    const response = await get("/v1/urls/mine/live", {
      key: "me",
      headers: { "last-event-id": `${testNow - 2_999}-${clicks[0]?.id}` },
      signal: leave.signal,
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const text = await readUntil(response, /data: .+\n\n/);
    expect(text).toMatch(/^retry: 2000\n\n:\n\nid: /);
    const [, id, data] = /id: (\S+)\nevent: click\ndata: (.+)\n\n/.exec(`${text}\n\n`) ?? [];
    expect(id).toBe(`${testNow - 2_998}-${clicks[1]?.id}`);
    expect(JSON.parse(data ?? "")).toMatchObject({
      id: clicks[1]?.id,
      referrer: "news.example",
      at: "2026-11-30T06:29:57.002Z",
    });
    expect(reports?.openStreams()).toBe(1);
    leave.abort();
    await expect.poll(() => reports?.openStreams(), { timeout: 10_000 }).toBe(0);
  });

  it("ends when the node drains", async () => {
    const { get, reports } = await openClickServer({ links });
    const response = await get("/v1/urls/mine/live");
    await readUntil(response, /:\n\n/, () => reports?.drain());
    expect(reports?.openStreams()).toBe(0);
    const later = await get("/v1/urls/mine/live");
    expect(await later.text()).toBe("retry: 2000\n\n:\n\n");
  });

  it("is refused when as many are open as may be", async () => {
    const { get, faults } = await openClickServer({ links, reports: { maxLive: 1 } });
    const open = await get("/v1/urls/mine/live", { key: "me" });
    const refused = await get("/v1/urls/mine/live");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await refused.json()).toMatchObject({ code: "STREAMS_BUSY" });
    expect(faults).toEqual([]);
    await leaveAll(open);
  });

  it("is refused to a key that has as many as one may have, whatever the link", async () => {
    const { get, faults } = await openClickServer({ links, reports: { maxLive: 8 } });
    const open = [
      await get("/v1/urls/mine/live", { key: "me" }),
      await get("/v1/urls/mine/live"),
      await get("/v1/urls/other/live"),
    ];
    const refused = await get("/v1/urls/mine/live");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    expect(await refused.json()).toMatchObject({ code: "STREAMS_TOO_MANY" });
    const another = await get("/v1/urls/mine/live", { key: "me" });
    expect([another.status, faults]).toEqual([200, []]);
    await leaveAll(...open, another);
  });

  it("is cut when its reader does not read, and keeps no more than it sent", async () => {
    const many = Array.from({ length: 30_000 }, (_, n) =>
      newClick({ code: "mine", at: testNow - 2_000, utmTerm: "x".repeat(200), reason: `r${n}` }),
    );
    let reads = 0;
    const counts = {
      totals: async () => ({ clicks: [], asOf: testNow }),
      clicks: async ({ after }: { after: { id: string } | undefined }) => {
        reads += 1;
        const from = many.findIndex(({ id }) => id === after?.id) + 1;
        return many.slice(from, from + 250);
      },
    };
    const { url, reports } = await openClickServer({ links, counts: counts as never, unreadMs: 200 });
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    const closed = new Promise((resolve) => socket.on("error", () => undefined).once("close", resolve));
    socket.pause();
    const after = `${testNow - 2_000}-00000000-0000-0000-0000-000000000000`;
    socket.write(`GET /v1/urls/mine/live HTTP/1.1\r\nhost: x\r\nauthorization: me\r\nlast-event-id: ${after}\r\n\r\n`);
    await expect.poll(() => reads, { timeout: 10_000 }).toBeGreaterThan(0);
    await expect.poll(() => reports?.openStreams(), { timeout: 10_000 }).toBe(0);
    expect(reads).toBeLessThan(many.length / 250);
    socket.destroy();
    await closed;
  });
});

/** Of a link whose clicks never end. */
function endlessCounts(): ClickCounts {
  const clicks = async () => {
    await sleep(5);
    return Array.from({ length: 250 }, () => newClick({ code: "mine", at: testNow - 1 }));
  };
  return { ...createExactCounts({ clicks: [] }), clicks };
}

/** Ends streams that nobody read; one that nothing holds any more would be ended when memory is tidied. */
async function leaveAll(...open: readonly Response[]): Promise<void> {
  for (const { body } of open) await body?.cancel();
}

/** Reads until this has come and leaves the rest, or does what is to be done then and reads to the end. */
async function readUntil({ body }: Response, mark: RegExp, then?: () => void): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let isOver = false; !isOver && (then !== undefined || !mark.test(text));) {
    const { done = true, value } = (await reader?.read()) ?? {};
    text += decoder.decode(value, { stream: true });
    isOver = done;
    if (mark.test(text)) then?.();
  }
  reader?.releaseLock();
  return text;
}
