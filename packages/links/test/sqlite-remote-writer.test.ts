import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { openSqlite, openSqliteWriter, type SqliteOptions } from "../src/stores/sqlite/index.ts";
import {
  createCommand,
  describeKeyStore,
  describeLinkStore,
  describeReportStore,
  describeSafetyStore,
  sampleLink,
  type StoreDriver,
} from "../src/testing/index.ts";
import { memoryWritePort } from "./memory-write-port.ts";
import { patient } from "./patient.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const driver: StoreDriver = {
  name: "sqlite with its writer in another process",
  async open() {
    const installation = await openInstallation();
    const { database } = await installation.join();
    return {
      ...database,
      openAgain: async () => (await installation.join()).database,
      async close() {
        await database.close();
        await installation.close();
      },
    };
  },
};

describeLinkStore(driver);
describeKeyStore(driver);
describeSafetyStore(driver);
describeReportStore(driver);

const sampleCreate = ({ code }: { readonly code: string }) => createCommand(sampleLink({ code }));

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

async function openInstallation() {
  const folder = temporaryFolder();
  const path = folder.file("links.db");
  const writer = await openSqliteWriter({ path, ...patient });
  return {
    writer,
    async join(options: Partial<SqliteOptions> = {}) {
      const port = memoryWritePort(writer);
      const database = await openSqlite({
        path,
        ...patient,
        ...options,
        writer: { port, target: structuredClone(writer.target) },
      });
      return { port, database };
    },
    async close() {
      await writer.close();
      folder.remove();
    },
  };
}

async function openForTest() {
  const installation = await openInstallation();
  toClose.push(installation.close);
  return {
    ...installation,
    async join(options?: Partial<SqliteOptions>) {
      const joined = await installation.join(options);
      toClose.push(() => joined.database.close());
      return joined;
    },
  };
}

describe("one writer for several processes", () => {
  it("serves what they ask at once with one commit", async () => {
    const { writer, join } = await openForTest();
    const joined = await Promise.all([join(), join(), join()]);
    const before = writer.stats().batches;
    const outcomes = await Promise.all(
      joined.map(({ database }, index) => database.links.create(sampleCreate({ code: `Code${index}` }))),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(["created", "created", "created"]);
    expect(writer.stats().batches).toBe(before + 1);
  });

  it("gives each of them its own answers, also where another's row breaks a rule", async () => {
    const { join } = await openForTest();
    const [first, second] = await Promise.all([join(), join()]);
    const bad = sampleCreate({ code: "not a code" });
    const [refused, created, taken] = await Promise.allSettled([
      first.database.links.create(bad),
      second.database.links.create(sampleCreate({ code: "Same" })),
      second.database.links.create(sampleCreate({ code: "Same" })),
    ]);
    expect(refused).toMatchObject({ status: "rejected", reason: { code: "ROW_REFUSED" } });
    expect(created).toMatchObject({ value: { kind: "created" } });
    expect(taken).toMatchObject({ value: { kind: "code-taken" } });
    expect((await first.database.links.find(sampleLink({ code: "Same" })))?.code).toBe("Same");
  });

  it("stays open, with its log, when a process that joined it closes", async () => {
    const { join } = await openForTest();
    const leaving = await join();
    await leaving.database.links.create(sampleCreate({ code: "Left" }));
    await leaving.database.close();
    const { database } = await join();
    expect((await database.links.create(sampleCreate({ code: "Left" }))).kind).toBe("code-taken");
  });
});

describe("when the way to the writer is lost", () => {
  it("what is under way may have been done, and what comes then is not", async () => {
    const { join } = await openForTest();
    const { database, port } = await join();
    port.hold(true);
    const underWay = database.links.create(sampleCreate({ code: "Lost" }));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    port.cut();
    await expect(underWay).rejects.toMatchObject({ code: "STORE_OUTCOME_UNKNOWN" });
    await expect(database.links.create(sampleCreate({ code: "Late" }))).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
    });
  });

  it("reads go on", async () => {
    const { join } = await openForTest();
    const { database, port } = await join();
    await database.links.create(sampleCreate({ code: "Read" }));
    port.cut();
    expect((await database.links.find(sampleLink({ code: "Read" })))?.code).toBe("Read");
  });
});

describe("a writer that does not answer in time", () => {
  it("leaves open what became of a change, is asked nothing more until it answers, and then again", async () => {
    const { join } = await openForTest();
    const { database, port } = await join({ deadlineMs: 100_000 });
    port.hold(true);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const slow = database.links.create(sampleCreate({ code: "Slow" })).catch((error: unknown) => error);
    // It goes out at the end of this turn, and its deadline begins.
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(100_000);
    vi.useRealTimers();
    expect(await slow).toMatchObject({ code: "STORE_OUTCOME_UNKNOWN" });
    await expect(database.links.create(sampleCreate({ code: "Next" }))).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
    });
    port.hold(false);
    const again = async () => (await database.links.create(sampleCreate({ code: "Slow" }))).kind;
    await vi.waitFor(async () => expect(await again()).toBe("code-taken"), { timeout: 60_000 });
  });
});

it("refuses to join a writer of other files", async () => {
  const { writer } = await openForTest();
  const other = await openForTest();
  const target = { ...writer.target, files: { ...writer.target.files, path: other.writer.target.files.path } };
  await expect(openSqlite({ path: "", writer: { port: memoryWritePort(writer), target } })).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
  });
});
