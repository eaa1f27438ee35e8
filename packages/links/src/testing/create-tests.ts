import { expect, it } from "vitest";
import type { CreateOutcome } from "../link-store.ts";
import type { Link } from "../link.ts";
import { createCommand, sampleLink } from "./sample-link.ts";
import type { StoresUnderTest } from "./use-stores.ts";

/** The unique key decides who gets a code. */
export function createTests(stores: StoresUnderTest): void {
  it("says that a code is taken and leaves its link as it was", async () => {
    const { links } = stores.first;
    const link = sampleLink();
    await links.create(createCommand(link));
    const late = { ...link, destination: "https://example.com/late" };
    expect(await links.create(createCommand(late))).toEqual({ kind: "code-taken" });
    expect(await links.find(link)).toEqual(link);
  });

  it("gives one code to exactly one of 200 creates that come at once through two connections", async () => {
    const code = sampleLink().code;
    const rivals = Array.from({ length: 200 }, (_, index) =>
      sampleLink({ code, destination: `https://example.com/${index}` }),
    );
    const outcomes = await Promise.all(
      rivals.map((link, index) => (index % 2 === 0 ? stores.first : stores.second).links.create(createCommand(link))),
    );
    expect(countOf(outcomes, "created")).toBe(1);
    expect(countOf(outcomes, "code-taken")).toBe(199);
    const winner = rivals[outcomes.findIndex((outcome) => outcome.kind === "created")] as Link;
    expect(await stores.first.links.find({ domain: "", code })).toEqual(winner);
    expect(await stores.second.links.find({ domain: "", code })).toEqual(winner);
  });

  it("stores every one of 300 different links that are created at once", async () => {
    const { links } = stores.first;
    const all = Array.from({ length: 300 }, () => sampleLink());
    const outcomes = await Promise.all(all.map((link) => links.create(createCommand(link))));
    expect(countOf(outcomes, "created")).toBe(300);
    for (const link of all) expect(await links.find(link)).toEqual(link);
  });

  it("answers each of many creates with its own outcome", async () => {
    const { links } = stores.first;
    const taken = sampleLink();
    await links.create(createCommand(taken));
    const mixed = Array.from({ length: 40 }, (_, index) => (index % 3 === 0 ? taken : sampleLink()));
    const outcomes = await Promise.all(mixed.map((link) => links.create(createCommand(link))));
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(
      mixed.map((link) => (link === taken ? "code-taken" : "created")),
    );
  });

  it("can be asked whether it reads and writes", async () => {
    await expect(stores.first.links.ping()).resolves.toBeUndefined();
    await expect(stores.second.links.ping()).resolves.toBeUndefined();
  });
}

function countOf(outcomes: readonly CreateOutcome[], kind: CreateOutcome["kind"]): number {
  return outcomes.filter((outcome) => outcome.kind === kind).length;
}
