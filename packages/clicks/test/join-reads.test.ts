import { describe, expect, it } from "vitest";
import type { LogBatch, LogRead } from "../src/click-log.ts";
import { joinReads } from "../src/join-reads.ts";

const partition = "one";
const pieceRecords = 300;

/** A log of so many records that gives 300 at most, and what was asked of it. */
function openPieces(count: number, record = "record") {
  const reads: LogRead[] = [];
  const abort = new AbortController();
  const readPiece = async (read: LogRead): Promise<LogBatch | undefined> => {
    reads.push(read);
    const to = read.upTo ?? Math.min(count, read.after + Math.min(pieceRecords, read.maxRecords));
    if (to <= read.after) return undefined;
    return { partition, from: read.after, to, records: Array.from({ length: to - read.after }, () => record) };
  };
  const read = (given: Partial<LogRead> = {}, piece = readPiece) =>
    joinReads({ partition, after: 0, maxRecords: 50_000, signal: abort.signal, ...given }, piece);
  return { reads, abort, readPiece, read };
}

describe("what a log gives piece by piece", () => {
  it("is one batch, up to the records that were asked for", async () => {
    const { read } = openPieces(10_000);
    const all = await read({ after: 100 });
    expect([all?.from, all?.to, all?.records.length]).toEqual([100, 10_000, 9_900]);
    const some = await read({ maxRecords: 1_000 });
    expect([some?.from, some?.to, some?.records.length]).toEqual([0, 1_000, 1_000]);
  });

  it("is read once where it is little, and where a range is read again or follows a gap", async () => {
    for (const [count, given] of [
      [249, {}],
      [10_000, { upTo: 5_000 }],
      [10_000, { acrossGap: true }],
    ] as const) {
      const { read, reads } = openPieces(count);
      expect(await read(given)).toMatchObject({ from: 0 });
      expect(reads).toHaveLength(1);
    }
  });

  it("is no more than 32 MiB and a piece, however many records that is", async () => {
    const { read } = openPieces(100_000, "x".repeat(10_000));
    const { records = [] } = (await read({ maxRecords: 100_000 })) ?? {};
    expect(records.length * 10_000).toBeGreaterThanOrEqual(32 * 1024 * 1024);
    expect((records.length - pieceRecords) * 10_000).toBeLessThan(32 * 1024 * 1024);
  });

  it("is given up to where a read fails, which the next one tells", async () => {
    const { read, readPiece } = openPieces(10_000);
    const failing = async (piece: LogRead) => {
      if (piece.after >= 600) throw new Error("It is gone.");
      return readPiece(piece);
    };
    expect(await read({}, failing)).toMatchObject({ from: 0, to: 600 });
    await expect(read({ after: 600 }, failing)).rejects.toThrow("It is gone.");
  });

  it("is left where it is when the signal comes", async () => {
    const { read, reads, readPiece, abort } = openPieces(10_000);
    const aborted = await read({}, async (piece) => {
      if (piece.after === 600) abort.abort();
      return readPiece(piece);
    });
    expect([aborted, reads.length]).toEqual([undefined, 3]);
  });
});
