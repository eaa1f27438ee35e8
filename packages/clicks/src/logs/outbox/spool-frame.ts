import { crc32 } from "node:zlib";
import type { OutboxRow } from "./outbox-row.ts";

/**
 * A row in the spool: a line with the number of bytes that follow, of records, the oldest instant and the CRC-32 of the
 * bytes, then these and an end of line. What was cut off by a crash is told from what was answered.
 */
export function encodeFrame({ records, oldestAt, body }: OutboxRow): Buffer {
  const payload = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(`${payload.length} ${records} ${oldestAt} ${crc32(payload)}\n`),
    payload,
    Buffer.from("\n"),
  ]);
}

export type Frame = { readonly row: OutboxRow; readonly endsAt: number };

/** What a file of the spool holds. */
export type Frames = {
  /** Those that are whole, in their order. */
  readonly whole: readonly Frame[];
  /** Records that were answered and cannot be read: as many as is known of, and one at least where bytes are spoiled. */
  readonly spoiledRecords: number;
  /** Bytes at the end that a crash cut off in the middle of a write, which was never answered. */
  readonly tornBytes: number;
};

const headerForm = /^(\d{1,10}) (\d{1,7}) (\d{1,16}) (\d{1,10})\n/;
/** Longer than every header. */
const headerBytes = 64;

/** Reads on behind what is not whole: a click that was answered is not given up for its neighbour. */
export function readFrames(bytes: Buffer): Frames {
  const whole: Frame[] = [];
  let spoiledRecords = 0;
  for (let at = 0; at < bytes.length;) {
    const frame = decodeFrame(bytes, at);
    if (frame === undefined) {
      const next = nextWhole(bytes, at);
      if (next === undefined && isTorn(bytes.subarray(at)))
        return { whole, spoiledRecords, tornBytes: bytes.length - at };
      spoiledRecords += recordsIn(bytes.subarray(at, next));
      at = next ?? bytes.length;
    } else {
      whole.push(frame);
      at = frame.endsAt;
    }
  }
  return { whole, spoiledRecords, tornBytes: 0 };
}

/** Reads the frame that begins at this place; undefined where none is whole. */
function decodeFrame(bytes: Buffer, at: number): Frame | undefined {
  const header = headerAt(bytes, at);
  if (header === undefined) return undefined;
  const { length, records, oldestAt, checksum, bodyAt } = header;
  const endsAt = bodyAt + length + 1;
  const payload = bytes.subarray(bodyAt, endsAt - 1);
  if (endsAt > bytes.length || crc32(payload) !== checksum) return undefined;
  return { row: { records, oldestAt, body: payload.toString() }, endsAt };
}

type Header = Omit<OutboxRow, "body"> & {
  readonly length: number;
  readonly checksum: number;
  readonly bodyAt: number;
};

function headerAt(bytes: Buffer, at: number): Header | undefined {
  const found = headerForm.exec(bytes.toString("latin1", at, at + headerBytes));
  if (found === null) return undefined;
  const [length, records, oldestAt, checksum] = found.slice(1).map(Number) as [number, number, number, number];
  return { length, records, oldestAt, checksum, bodyAt: at + found[0].length };
}

/** Where the next whole frame begins. No line of a body looks like a header, for clicks are objects in JSON. */
function nextWhole(bytes: Buffer, from: number): number | undefined {
  for (const at of lineStarts(bytes, from)) if (decodeFrame(bytes, at) !== undefined) return at;
  return undefined;
}

function* lineStarts(bytes: Buffer, from: number): Generator<number> {
  for (let end = bytes.indexOf(0x0a, from); end >= 0; end = bytes.indexOf(0x0a, end + 1)) yield end + 1;
}

/** Whether what is left of a file is the beginning of a frame, perhaps with zeros where nothing was written yet. */
function isTorn(tail: Buffer): boolean {
  const written = tail.subarray(0, tail.findLastIndex((byte) => byte !== 0) + 1);
  const header = headerAt(written, 0);
  if (header === undefined) return !written.includes(0x0a);
  return written.length < header.bodyAt + header.length + 1;
}

/** As many as headers tell or lines look like, whichever is more: either may be what was spoiled. */
function recordsIn(bytes: Buffer): number {
  const starts = [0, ...lineStarts(bytes, 0)];
  const told = starts.reduce((sum, at) => sum + (headerAt(bytes, at)?.records ?? 0), 0);
  const lines = starts.filter((at) => bytes[at] === 0x7b).length;
  return Math.max(told, lines, 1);
}
