import { describe, expect, it } from "vitest";
import { ann, linkIn, refusal, setUp, someone, url } from "./set-up.ts";

describe("list", () => {
  it("walks every link of the owner once, newest first, while links are added", async () => {
    const { links, clock } = setUp();
    const carol = someone("carol");
    const made: string[] = [];
    for (let n = 0; n < 25; n += 1) {
      clock.now += n % 3;
      made.push(linkIn((await links.create({ longUrl: url }, carol)).body).code);
    }
    const walked: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await links.list({ limit: 4, ...(cursor === undefined ? {} : { cursor }) }, carol);
      walked.push(...page.links.map(({ code }) => code));
      cursor = page.cursor;
      clock.now += 1;
      await links.create({ longUrl: url }, carol);
    } while (cursor !== undefined);
    expect(walked.toSorted()).toEqual(made.toSorted());
  });

  it("searches by the start of a code or by a destination's host", async () => {
    const { links } = setUp();
    const dave = someone("dave");
    await links.create({ longUrl: "https://ex\u00e4mple.org/", alias: "find-me" }, dave);
    const codes = async (q: string) => (await links.list({ q }, dave)).links.map(({ code }) => code);
    expect(await codes("find")).toEqual(["find-me"]);
    expect(await codes("Find")).toEqual([]);
    expect(await codes("EX\u00c4MPLE.org")).toEqual(["find-me"]);
    expect(await codes("ample.org")).toEqual([]);
    await links.create({ longUrl: "https://dotted.example./", alias: "dotted" }, dave);
    expect(await codes("dotted.example")).toEqual(["dotted"]);
    expect(await codes("dotted.example.")).toEqual(["dotted"]);
  });

  it("refuses a cursor that it did not make", async () => {
    const { links } = setUp();
    for (const cursor of ["", "x", "bnVsbA", Buffer.from('[1,2,"c"]').toString("base64url")]) {
      expect(await refusal(links.list({ cursor }, ann))).toBe("CURSOR_MALFORMED");
    }
  });
});
