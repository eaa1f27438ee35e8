import { describe, expect, it } from "vitest";
import type { ClickCounts } from "../../src/click-store.ts";
import { createClickReports } from "../../src/reports/create-click-reports.ts";
import { csvRow } from "../../src/reports/csv.ts";
import { showClick } from "../../src/reports/shown-click.ts";
import { createExactCounts } from "../../src/testing/exact-counts.ts";
import { newClick } from "../../src/testing/unique-clicks.ts";

const now = Date.parse("2026-11-30T06:00:00Z");
const link = { domain: "", code: "code" };
const whole = { from: "1d", to: undefined, zone: undefined, class: undefined };
const reader = { id: "reader", gone: new AbortController().signal };

function open(counts: ClickCounts, maxExports = 2) {
  return createClickReports({ counts, now: () => now, maxExports });
}

describe("an export", () => {
  it("has every click once, in the order of time, of the class that is asked for", async () => {
    const clicks = Array.from({ length: 700 }, (_, index) =>
      newClick({ at: now - 1 - (index % 7), class: index % 10 === 0 ? "bot" : "human" }),
    );
    const read = async (counted: "all" | undefined) => {
      const reports = open(createExactCounts({ clicks }));
      const { parts } = await reports.exportClicks(link, { ...whole, class: counted }, reader);
      return (await readAll(parts)).flat();
    };
    const all = await read("all");
    expect(new Set(all.map(({ id }) => id)).size).toBe(700);
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => a - b));
    expect(await read(undefined)).toHaveLength(630);
  });

  it("reads the next page when somebody asks for it, and none before", async () => {
    const clicks = Array.from({ length: 700 }, () => newClick({ at: now - 1 }));
    const exact = createExactCounts({ clicks });
    let reads = 0;
    const counts: ClickCounts = { ...exact, clicks: (query) => ((reads += 1), exact.clicks(query)) };
    const { parts } = await open(counts).exportClicks(link, whole, reader);
    await parts.next();
    expect(reads).toBe(1);
    await parts.next();
    expect(reads).toBe(2);
  });

  it("gives its place back at its end, when it is left, when it fails and when its reader is gone", async () => {
    const exact = createExactCounts({ clicks: [newClick({ at: now - 1 })] });
    const reports = open(exact, 1);
    await readAll((await reports.exportClicks(link, whole, reader)).parts);
    const { parts: left } = await reports.exportClicks(link, whole, reader);
    await left.next();
    await left.return();
    await expect(reports.exportClicks(link, { ...whole, from: "never" }, reader)).rejects.toMatchObject({
      code: "PERIOD_MALFORMED",
    });
    const leaving = new AbortController();
    await reports.exportClicks(link, whole, { id: "leaving", gone: leaving.signal });
    await expect(reports.exportClicks(link, whole, reader)).rejects.toMatchObject({ code: "STREAMS_BUSY" });
    leaving.abort();
    expect(reports.openStreams()).toBe(0);
  });

  it("is refused to who has a quarter of all, and others find some left", async () => {
    const reports = open(createExactCounts({ clicks: [] }), 8);
    const openOne = (id: string) => reports.exportClicks(link, whole, { ...reader, id });
    await Promise.all([openOne("one"), openOne("one")]);
    await expect(openOne("one")).rejects.toMatchObject({ code: "STREAMS_TOO_MANY" });
    await Promise.all(["two", "two", "three", "three", "four", "four"].map(openOne));
    await expect(openOne("five")).rejects.toMatchObject({ code: "STREAMS_BUSY" });
    expect(reports.openStreams()).toBe(8);
  });
});

describe("a row of CSV", () => {
  it.each([
    [["a", 1, null, "b"], "a,1,,b\r\n"],
    [["a,b", 'c"d', "e\nf"], '"a,b","c""d","e\nf"\r\n'],
    [["=1+1", "+1", "-1", "@SUM(A1)", "\tx"], "'=1+1,'+1,'-1,'@SUM(A1),'\tx\r\n"],
    [['=HYPERLINK("http://evil.example","x")'], '"\'=HYPERLINK(""http://evil.example"",""x"")"\r\n'],
    [["＝1", "＋1", "－1", "＠x"], "'＝1,'＋1,'－1,'＠x\r\n"],
    [[-5], "-5\r\n"],
    [["한국어", "a=b"], "한국어,a=b\r\n"],
  ])("of %j is %j", (cells, row) => {
    expect(csvRow(cells)).toBe(row);
  });
});

describe("a click that is shown", () => {
  const click = newClick({ at: now, visitor: "0123456789abcdef", country: "KR" });

  it("has a visitor of its link's own", () => {
    const shown = showClick(click);
    expect(shown.visitor).toMatch(/^[0-9a-f]{16}$/);
    expect(shown.visitor).not.toBe(click.visitor);
    expect(showClick({ ...click, id: "another" }).visitor).toBe(shown.visitor);
    expect(showClick({ ...click, code: "other" }).visitor).not.toBe(shown.visitor);
    expect(showClick({ ...click, visitor: null }).visitor).toBe(null);
  });

  it("has nothing of where it is stored", () => {
    expect(Object.keys(showClick(click))).toEqual(expect.arrayContaining(["id", "at", "country", "utmContent"]));
    expect(Object.keys(showClick(click))).not.toEqual(expect.arrayContaining(["domain"]));
  });
});

async function readAll<Part>(stream: AsyncIterable<Part>): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}
