import type { PostgresOptions } from "@narrows/links/postgres";
import { anyone, createCommand, sampleLink } from "@narrows/links/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, within } from "../../program/deadline.ts";
import { startPostgresPair, type PostgresPair } from "../../services/postgres-replicas.ts";
import { postgresProgram } from "../../services/postgres-server.ts";
import { openDatabase, type TestDatabase } from "./open-database.ts";

type Deadlines = Pick<PostgresOptions, "connectMs" | "lookupMs" | "replicaMs" | "waitMs">;

/** A replica on a busy machine answers late, and is to be believed all the same. */
const patient: Deadlines = { replicaMs: 30_000 };

describe.skipIf(postgresProgram() === undefined)("a replica of PostgreSQL", () => {
  let pair: PostgresPair;
  beforeAll(async () => {
    pair = await startPostgresPair();
  });
  afterAll(() => pair[Symbol.asyncDispose]());

  /** A node that has just read the log of changes, as a running one does again and again. */
  const openNode = async (nowMs = { value: 0 }, deadlines: Deadlines = patient): Promise<TestDatabase> => {
    const url = pair.primary.url;
    const monotonicMs = () => nowMs.value;
    const node = await openDatabase({ url, replicaUrl: pair.replica.url, monotonicMs, ...deadlines });
    await node.links.lastChange();
    return node;
  };
  const replicaOf = (node: TestDatabase) => node.stats().replica?.lookups;

  it("is asked for links, and the primary is not", async () => {
    await using node = await openNode();
    const link = sampleLink();
    await node.links.create(createCommand(link));
    await pair.caughtUp();
    expect((await node.links.findTarget(link))?.destination).toBe(link.destination);
    expect(replicaOf(node)).toMatchObject({ lookups: 1, missing: 0, behind: 0 });
    expect(node.stats().lookups.lookups).toBe(0);
  });

  it("that is behind hides no link that was just created, on any node", async () => {
    await using creator = await openNode();
    await using other = await openNode();
    await pair.pause();
    const link = sampleLink();
    await creator.links.create(createCommand(link));
    expect((await creator.links.findTarget(link))?.destination).toBe(link.destination);
    expect((await other.links.findTarget(link))?.destination).toBe(link.destination);
    expect(replicaOf(other)).toMatchObject({ missing: 1 });
    await pair.resume();
  });

  it("that is behind brings no old destination back that this node has heard was changed", async () => {
    const nowMs = { value: 0 };
    await using editor = await openNode();
    await using reader = await openNode(nowMs);
    const link = sampleLink();
    await editor.links.create(createCommand(link));
    await pair.caughtUp();
    await pair.pause();
    const start = await reader.links.lastChange();
    const patch = { destination: "https://example.com/new" };
    await editor.links.edit({ key: link, guard: anyone, patch, now: 1 });
    // The editor itself, at once.
    expect((await editor.links.findTarget(link))?.destination).toBe(patch.destination);
    // One that read the log of changes.
    expect((await reader.links.changesAfter(start, 10)).changes).toMatchObject([{ code: link.code }]);
    expect((await reader.links.findTarget(link))?.destination).toBe(patch.destination);
    expect(replicaOf(reader)).toMatchObject({ behind: 1 });
    // It is left alone for a while, and asked again when it has caught up.
    expect((await reader.links.findTarget(link))?.destination).toBe(patch.destination);
    expect(replicaOf(reader)).toMatchObject({ lookups: 1 });
    await pair.resume();
    await pair.caughtUp();
    nowMs.value += 1_001;
    await reader.links.lastChange();
    expect((await reader.links.findTarget(link))?.destination).toBe(patch.destination);
    expect(replicaOf(reader)).toMatchObject({ lookups: 2, behind: 1 });
  });

  it("is not asked about a link that a message said was changed, until the log was read", async () => {
    await using editor = await openNode();
    await using reader = await openNode();
    const [link, other] = [sampleLink(), sampleLink()];
    for (const each of [link, other]) await editor.links.create(createCommand(each));
    await pair.caughtUp();
    await pair.pause();
    const patch = { destination: "https://example.com/new" };
    await editor.links.edit({ key: link, guard: anyone, patch, now: 1 });
    reader.changed(link);
    expect((await reader.links.findTarget(link))?.destination).toBe(patch.destination);
    expect(replicaOf(reader)).toMatchObject({ lookups: 0 });
    expect((await reader.links.findTarget(other))?.destination).toBe(other.destination);
    expect(replicaOf(reader)).toMatchObject({ lookups: 1 });
    await pair.resume();
  });

  it("is not believed when this node has not read the log of changes for a second", async () => {
    const nowMs = { value: 0 };
    await using node = await openNode(nowMs);
    const link = sampleLink();
    await node.links.create(createCommand(link));
    await pair.caughtUp();
    nowMs.value += 1_001;
    expect((await node.links.findTarget(link))?.destination).toBe(link.destination);
    expect(replicaOf(node)).toMatchObject({ lookups: 0 });
  });

  it("that is gone is replaced by the primary", async () => {
    const nowMs = { value: 0 };
    await using node = await openNode(nowMs);
    const link = sampleLink();
    await node.links.create(createCommand(link));
    await pair.caughtUp();
    await pair.replica.kill();
    expect((await node.links.findTarget(link))?.destination).toBe(link.destination);
    expect(await node.links.findTarget({ domain: "", code: "none" })).toBeUndefined();
    await pair.replica.restart();
    await eventually(30_000, "The replica's return", async () => {
      const before = replicaOf(node)?.lookups ?? 0;
      nowMs.value += 1_001;
      await node.links.lastChange();
      await node.links.findTarget(link);
      const stats = node.stats().replica;
      return stats?.breaker.isOpen === false && (replicaOf(node)?.lookups ?? 0) > before ? true : undefined;
    });
  });

  it("that hangs is not waited for", async () => {
    // The server itself is given so long, and its replica the usual time.
    await using node = await openNode({ value: 0 }, { connectMs: 60_000, lookupMs: 60_000, waitMs: 60_000 });
    const link = sampleLink();
    await node.links.create(createCommand(link));
    await pair.caughtUp();
    await pair.replica.signal("SIGSTOP");
    const answer = Promise.resolve(node.links.findTarget(link));
    try {
      const target = await within(20_000, "The answer of the primary", answer);
      expect(target?.destination).toBe(link.destination);
    } finally {
      await pair.replica.signal("SIGCONT");
    }
    expect(replicaOf(node)).toMatchObject({ failed: 1 });
  });
});
