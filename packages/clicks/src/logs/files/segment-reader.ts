import { cutLines, endOfBatches, type Lines } from "./batch-bytes.ts";
import type { LogFiles } from "./log-files.ts";

/** So much of a segment is read at once; more only where one batch is larger. */
const windowBytes = 4 * 1024 * 1024;

export type SegmentRead = {
  readonly path: string;
  /** The byte of the file after which to read. */
  readonly offset: number;
  readonly maxRecords: number;
};

/**
 * Reads on in a segment: whole batches only, at most so many records.
 *
 * @returns Where the segment ends by now, and no records where no whole batch follows.
 */
export async function readSegment(
  files: LogFiles,
  { path, offset, maxRecords }: SegmentRead,
): Promise<Lines & { readonly size: number }> {
  const { size, bytes } = await readBatches(files, path, offset);
  return { ...cutLines(bytes, maxRecords), size };
}

export type SegmentRange = {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** Whether it goes on in another segment, so that what is behind the last whole batch here is no part of it. */
  readonly isWhole: boolean;
};

/** Reads a range that was read before. Gives less where less is left of it. */
export async function readRange(files: LogFiles, { path, from, to, isWhole }: SegmentRange): Promise<Lines> {
  return withFile(files, path, async ({ read }) => {
    const bytes = await read(from, to);
    return cutLines(isWhole ? bytes.subarray(0, endOfBatches(bytes)) : bytes, Number.POSITIVE_INFINITY);
  });
}

/** The byte of the file after its last whole batch. */
export async function endOfSegment(files: LogFiles, path: string, from: number): Promise<number> {
  for (let offset = from; ;) {
    const { bytes } = await readBatches(files, path, offset);
    if (bytes.length === 0) return offset;
    offset += bytes.length;
  }
}

async function readBatches(files: LogFiles, path: string, offset: number) {
  return withFile(files, path, async ({ size, read }) => {
    for (let length = windowBytes; ; length *= 2) {
      const bytes = await read(offset, Math.min(size, offset + length));
      const end = endOfBatches(bytes);
      if (end > 0 || offset + length >= size) return { size, bytes: bytes.subarray(0, end) };
    }
  });
}

type OpenSegment = {
  readonly size: number;
  /** Gives less where the file ends before. */
  readonly read: (from: number, to: number) => Promise<Buffer>;
};

async function withFile<Result>(
  files: LogFiles,
  path: string,
  use: (segment: OpenSegment) => Promise<Result>,
): Promise<Result> {
  const handle = await files.open(path, "r");
  try {
    const { size } = await handle.stat();
    return await use({ size, read: (from, to) => readFully(handle, from, to) });
  } finally {
    await handle.close();
  }
}

async function readFully(handle: Awaited<ReturnType<LogFiles["open"]>>, from: number, to: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.max(0, to - from));
  let done = 0;
  while (done < buffer.length) {
    const { bytesRead } = await handle.read(buffer, done, buffer.length - done, from + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer.subarray(0, done);
}
