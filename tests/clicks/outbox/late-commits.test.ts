import type { Click } from "@narrows/clicks";
import { openOutboxSource } from "@narrows/clicks/outbox";
import { createLogReader, recordsOf, sampleClick, sampleClicks } from "@narrows/clicks/testing";
import { describe, expect, it } from "vitest";
import type { Session } from "../../links/postgres/session.ts";
import { postgresProgram } from "../../services/postgres-server.ts";
import { patient } from "./patient.ts";
import { startOutbox } from "./start-outbox.ts";

/** Reads on after the highest id it has seen, as one would who takes ids for the order of the commits. */
function createNaiveReader(session: Session) {
  let last = 0;
  const seen: string[] = [];
  return {
    seen,
    async readOn() {
      const rows = await session.run(`SELECT id, body FROM narrows_clicks.outbox WHERE id > ${last} ORDER BY id`);
      for (const [id, body] of rows) {
        last = Number(id);
        seen.push(...String(body).split("\n"));
      }
    },
  };
}

const insertOf = (click: Click) =>
  `INSERT INTO narrows_clicks.outbox (slot, records, oldest_at, body) VALUES (0, 1, 0, '${JSON.stringify({ v: 1, ...click })}')`;

const idsOf = (records: readonly string[]) => records.map((record) => (JSON.parse(record) as Click).id).sort();

describe.skipIf(postgresProgram() === undefined)("a row of the outbox that is committed late", () => {
  it("is read, where a reader of higher ids passes it over", async () => {
    await using outbox = await startOutbox();
    await using holder = outbox.openSession();
    await using session = outbox.openSession();
    const naive = createNaiveReader(session);
    const reader = createLogReader(outbox.source);
    await outbox.log.append(sampleClicks(3));

    await holder.run("BEGIN");
    await holder.run(insertOf(sampleClick(3)));
    await outbox.log.append(sampleClicks(3, 4));
    const early = await reader.readRecords(6);
    await naive.readOn();
    await holder.run("COMMIT");
    const late = await reader.readRecords(1);
    await naive.readOn();

    const all = sampleClicks(7).map(({ id }) => id);
    expect(idsOf(recordsOf([...early, ...late]))).toEqual(all);
    expect(idsOf(naive.seen)).toEqual(all.filter((id) => id !== sampleClick(3).id));
  });

  it("keeps neither its partition from being read nor others from being emptied, and is not emptied itself", async () => {
    await using outbox = await startOutbox();
    await using holder = outbox.openSession();
    const nowMs = (() => {
      let now = 1_000_000;
      return () => (now += 2_000);
    })();
    const source = openOutboxSource({ connect: outbox.connect, ...patient.source, turnMs: 1_000, nowMs });
    const reader = createLogReader(source);
    await outbox.log.append(sampleClicks(1));
    await holder.run("BEGIN");
    await holder.run(insertOf(sampleClick(1)));
    for (let index = 2; index < 12; index += 1) {
      await outbox.log.append([sampleClick(index)]);
      await reader.readRecords(1);
      await reader.release();
    }
    await using session = outbox.openSession();
    const rowsBefore = await session.run("SELECT count(*)::int FROM narrows_clicks.outbox");
    await holder.run("COMMIT");
    expect(recordsOf(await reader.readRecords(1)).map((record) => (JSON.parse(record) as Click).id)).toEqual([
      sampleClick(1).id,
    ]);
    // Of 11 rows that are released, those in partitions that had their turn are gone.
    expect(Number(rowsBefore[0]?.[0])).toBeLessThan(8);
    await source.close();
  });

  it("loses no place with a reader that is ended while it gives places", async () => {
    await using outbox = await startOutbox();
    await using session = outbox.openSession();
    const relay = outbox.openSession();
    await outbox.log.append(sampleClicks(10));
    await relay.run("BEGIN");
    const [[placed] = []] = await relay.run("SELECT narrows_clicks.place_outbox(100)");
    const [[pid] = []] = await relay.run("SELECT pg_backend_pid()");
    await outbox.log.append(sampleClicks(10, 10));
    await session.run(`SELECT pg_terminate_backend(${String(pid)})`);

    const batches = await createLogReader(outbox.source).readRecords(20);
    expect({ placed, from: batches[0]?.from, to: batches.at(-1)?.to }).toEqual({ placed: 1, from: 0, to: 20 });
    expect(idsOf(recordsOf(batches))).toEqual(sampleClicks(20).map(({ id }) => id));
    await relay[Symbol.asyncDispose]();
  });

  it("gets one place, however many readers give places at once", async () => {
    await using outbox = await startOutbox();
    const sources = Array.from({ length: 3 }, () =>
      openOutboxSource({ connect: outbox.connect, nowMs: Date.now, ...patient.source }),
    );
    const readers = sources.map((source) => createLogReader(source));
    const appends = (async () => {
      for (let index = 0; index < 60; index += 1) await outbox.log.append(sampleClicks(5, index * 5));
    })();
    const found = await Promise.all(readers.map((reader) => reader.readRecords(300, { maxRecords: 11 })));
    await appends;
    const [first, ...others] = found.map((batches) => recordsOf(batches));
    expect(idsOf(first ?? [])).toEqual(sampleClicks(300).map(({ id }) => id));
    for (const other of others) expect(other).toEqual(first);
    for (const source of sources) await source.close();
  });
});
