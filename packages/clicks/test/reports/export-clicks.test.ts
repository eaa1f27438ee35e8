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
const forever = new AbortController().signal;

function open(counts: ClickCounts, maxExports = 2) {
  return createClickReports({ counts, now: () => now, maxExports });
}

describe("an export", () => {
  it("has every click once, in the order of time, of the class that is asked for", async () => {
    const clicks = Array.from({ length: 700 }, (_, index) =>
      newClick({ at: now - 1 - (index % 7), class: index % 10 === 0 ? "bot" : "human" }),
    );
    const read = async (counted: "all" | undefined) => {
      const pages = await open(createExactCounts({ clicks })).exportClicks(link, { ...whole, class: counted }, forever);
      return (await readAll(pages)).flat();
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
    const pages = await open(counts).exportClicks(link, whole, forever);
    await pages.next();
    expect(reads).toBe(1);
    await pages.next();
    expect(reads).toBe(2);
  });

  it("gives its place back at its end, when it is left, when it fails and when its reader is gone", async () => {
    const exact = createExactCounts({ clicks: [newClick({ at: now - 1 })] });
    const reports = open(exact, 1);
    await readAll(await reports.exportClicks(link, whole, forever));
    const left = await reports.exportClicks(link, whole, forever);
    await left.next();
    await left.return();
    await expect(reports.exportClicks(link, { ...whole, from: "never" }, forever)).rejects.toMatchObject({
      code: "PERIOD_MALFORMED",
    });
    const reader = new AbortController();
    await reports.exportClicks(link, whole, reader.signal);
    await expect(reports.exportClicks(link, whole, forever)).rejects.toMatchObject({ code: "STREAMS_BUSY" });
    reader.abort();
    expect(reports.openStreams()).toBe(0);
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
