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

type Frame = { readonly row: OutboxRow; readonly endsAt: number };

const headerForm = /^(\d{1,10}) (\d{1,7}) (\d{1,16}) (\d{1,10})\n/;
/** Longer than every header. */
const headerBytes = 64;

/** The whole frames from a place on. The first that is not whole was never answered, and nothing after it. */
export function framesOf(bytes: Buffer, from: number, limit = Number.POSITIVE_INFINITY): readonly Frame[] {
  const frames: Frame[] = [];
  for (let at = from; frames.length < limit; at = frames.at(-1)?.endsAt ?? at) {
    const frame = decodeFrame(bytes, at);
    if (frame === undefined) break;
    frames.push(frame);
  }
  return frames;
}

/** Reads the frame that begins at this place; undefined where none is whole. */
function decodeFrame(bytes: Buffer, at: number): Frame | undefined {
  const header = headerForm.exec(bytes.toString("latin1", at, at + headerBytes));
  if (header === null) return undefined;
  const [length, records, oldestAt, checksum] = header.slice(1).map(Number) as [number, number, number, number];
  const start = at + header[0].length;
  const payload = bytes.subarray(start, start + length);
  const isWhole = payload.length === length && bytes[start + length] === 0x0a && crc32(payload) === checksum;
  if (!isWhole) return undefined;
  return { row: { records, oldestAt, body: payload.toString() }, endsAt: start + length + 1 };
}
