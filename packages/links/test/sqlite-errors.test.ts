import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { openSqlite } from "../src/stores/sqlite/index.ts";
import { storeErrorFrom } from "../src/stores/sqlite/sqlite-error.ts";
import { createThread } from "../src/stores/sqlite/thread.ts";
import { createCommand, sampleLink } from "../src/testing/index.ts";
import { useTemporarySqlite } from "./temporary-sqlite.ts";

const { open, after } = useTemporarySqlite();

describe("an error of the writer", () => {
  it("keeps what SQLite said, with its code and where it arose", async () => {
    const { database, path } = await open();
    const other = new DatabaseSync(path);
    // A rule that is looked at when the transaction ends, so that the commit fails.
    other.exec(`
      CREATE TABLE orphans (parent INTEGER REFERENCES owners (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER orphan AFTER INSERT ON links BEGIN INSERT INTO orphans VALUES (999999); END;
    `);
    other.close();
    await expect(database.links.create(createCommand(sampleLink()))).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      cause: {
        errcode: 787,
        message: expect.stringContaining("FOREIGN KEY"),
        stack: expect.stringContaining("writer.ts"),
      },
    });
  });

  it("is not taken for one of the database or of the row when the program is at fault, and nothing is stored", async () => {
    const { database } = await open();
    const innocent = sampleLink();
    const faulty = sampleLink({ tags: null as unknown as [] });
    const outcomes = await Promise.allSettled(
      [innocent, faulty].map((link) => database.links.create(createCommand(link))),
    );
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ reason: { name: "TypeError", stack: expect.stringContaining("link-row.ts") } });
      expect(outcome).not.toHaveProperty("reason.code");
    }
    expect(await database.links.find(innocent)).toBeUndefined();
    expect(await database.links.create(createCommand(innocent))).toEqual({ kind: "created" });
  });
});

describe("the meaning of an error", () => {
  it("is the store's only when SQLite gave it", () => {
    const fault = new TypeError("x is not a function");
    expect(storeErrorFrom(fault)).toBe(fault);
    const full = Object.assign(new Error("database or disk is full"), { errcode: 13 });
    expect(storeErrorFrom(full)).toMatchObject({ name: "StoreError", code: "STORE_FULL", cause: full });
  });
});

describe("a start that fails", () => {
  it("leaves neither a thread nor a connection", async () => {
    const { database, path } = await open();
    await database.close();
    const other = new DatabaseSync(path);
    after(() => other.close());
    other.exec("DROP TABLE api_keys");
    const threads: unknown[] = [];
    const count = (worker: unknown) => void threads.push(worker);
    process.on("worker", count);
    after(() => void process.off("worker", count));
    await expect(openSqlite({ path })).rejects.toThrow("api_keys");
    await new Promise((resolve) => setImmediate(resolve));
    expect(threads).toEqual([]);
    // What SQLite grants only while nobody else has the file open.
    expect(other.prepare("PRAGMA journal_mode = DELETE").get()).toEqual({ journal_mode: "delete" });
  });
});

describe("a thread", () => {
  it("goes on after a question that cannot be sent", async () => {
    const entry = new URL("answering-thread.ts", import.meta.url);
    const lossCode = "STORE_UNAVAILABLE";
    const thread = createThread({ entry, workerData: null, maxHeapMb: 16, deadlineMs: 10_000, lossCode });
    after(() => thread.close());
    await expect(thread.ask(() => undefined)).rejects.toThrow("could not be cloned");
    await expect(thread.ask("second")).resolves.toBeDefined();
  });

  it("that only reads does not keep a closing store waiting for its deadline", async () => {
    const entry = new URL("silent-thread.ts", import.meta.url);
    const options = { entry, workerData: null, maxHeapMb: 16, deadlineMs: 60_000, closeDeadlineMs: 20 };
    const thread = createThread({ ...options, lossCode: "STORE_UNAVAILABLE" });
    const asked = thread.ask("for ever");
    await Promise.all([expect(asked).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" }), thread.close()]);
  });
});
