import { describe, expect, it } from "vitest";
import type { CreateOutcome } from "../src/link-store.ts";
import { divideCreates, followedOutcome } from "../src/stores/postgres/create-followers.ts";
import { createKeys } from "../src/stores/postgres/create-keys.ts";
import { createCommand, sampleLink, sampleRecord } from "../src/testing/index.ts";

type Fields = Parameters<typeof createCommand>[1];

function member(link = sampleLink(), fields: Fields = {}) {
  const command = createCommand(link, fields);
  return { command, keys: createKeys(command) };
}

function follow(first: ReturnType<typeof member>, second: ReturnType<typeof member>, outcome: CreateOutcome) {
  const { leaders, followers } = divideCreates([first, second]);
  expect(leaders).toEqual([first]);
  const [follower] = followers;
  if (follower === undefined) throw new Error("The second follows the first.");
  return followedOutcome(follower, { kind: "outcome", outcome });
}

const created: CreateOutcome = { kind: "created" };
const taken: CreateOutcome = { kind: "code-taken" };

describe("creates of one group", () => {
  it("that have nothing in common are all carried out", () => {
    const members = [member(), member(), member(sampleLink(), { idempotency: sampleRecord() })];
    expect(divideCreates(members)).toEqual({ leaders: members, followers: [] });
  });

  it("with one code follow the first: somebody has it then", () => {
    const link = sampleLink();
    for (const outcome of [created, taken]) expect(follow(member(link), member(link), outcome)).toEqual(taken);
  });

  it("with one Idempotency-Key get the answer of the one that created, or a refusal of another request", () => {
    const record = sampleRecord();
    const first = member(sampleLink(), { idempotency: record });
    const same = member(sampleLink(), { idempotency: { ...record, responseBody: "another" } });
    const different = member(sampleLink(), { idempotency: { ...record, fingerprint: new Uint8Array(32) } });
    expect(follow(first, same, created)).toMatchObject({ kind: "replayed", responseBody: record.responseBody });
    expect(follow(first, different, created)).toEqual({ kind: "idempotency-conflict" });
  });

  it("with one Idempotency-Key ask for themselves when the first created nothing", () => {
    const idempotency = sampleRecord();
    const [first, second] = [member(sampleLink(), { idempotency }), member(sampleLink(), { idempotency })];
    expect(follow(first, second, taken)).toBeUndefined();
  });

  it("that may reuse get the link of the first, unless they have a record of their own to look for", () => {
    const link = sampleLink();
    const again = { ...link, code: "again" };
    const first = member(link, { reuse: true });
    expect(follow(first, member(again, { reuse: true }), created)).toEqual({ kind: "reused", link });
    expect(follow(first, member(again, { reuse: true }), taken)).toBeUndefined();
    const recorded = member(again, { reuse: true, idempotency: sampleRecord() });
    expect(follow(first, recorded, created)).toBeUndefined();
  });

  it("that may reuse a link of other settings on a taken code ask for themselves", () => {
    const link = sampleLink();
    const second = member({ ...link, destination: "https://example.com/other" }, { reuse: true });
    expect(follow(member(link), second, created)).toBeUndefined();
  });

  it("whose leader failed ask for themselves", () => {
    const link = sampleLink();
    const [follower] = divideCreates([member(link), member(link)]).followers;
    if (follower === undefined) throw new Error("The second follows the first.");
    expect(followedOutcome(follower, { kind: "failed", error: new Error("x") })).toBeUndefined();
    expect(followedOutcome(follower, { kind: "again" })).toBeUndefined();
  });
});
