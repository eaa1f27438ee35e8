import type { FileHandle } from "node:fs/promises";
import { logFiles, type LogFiles } from "../../../src/logs/files/log-files.ts";

/** What a call of the file system is to fail with; undefined: it works. */
export type Breakage = {
  /** A code such as ENOSPC, by the name of the call; those of an open file are `write` and `utimes`. */
  faults: Partial<Record<keyof LogFiles | "write" | "utimes", string | undefined>>;
  /** No write is ever answered. */
  hangs: boolean;
  /** So many bytes still fit before a write fails. */
  room: number;
};

type WriteBytes = (bytes: Uint8Array, from?: number) => Promise<{ readonly bytesWritten: number }>;

/** A file system that does what a test wants. */
export function brokenFiles(): LogFiles & { readonly breakage: Breakage } {
  const breakage: Breakage = { faults: {}, hangs: false, room: 0 };
  const check = (name: keyof Breakage["faults"]): void => {
    const code = breakage.faults[name];
    if (code !== undefined) throw Object.assign(new Error(`${code}: as the test wants`), { code });
  };
  const checked = Object.fromEntries(
    Object.entries(logFiles).map(([name, call]) => [
      name,
      async (...given: unknown[]) => {
        check(name as keyof LogFiles);
        return (call as (...given: unknown[]) => Promise<unknown>)(...given);
      },
    ]),
  ) as unknown as LogFiles;
  return {
    ...checked,
    breakage,
    open: async (...given) => breakHandle(await checked.open(...given), breakage, check),
  };
}

function breakHandle(handle: FileHandle, breakage: Breakage, check: (name: "write" | "utimes") => void) {
  const { utimes } = handle;
  const write = handle.write.bind(handle) as WriteBytes;
  const writeSome: WriteBytes = async (bytes, from = 0) => {
    if (breakage.hangs) return new Promise<never>(() => undefined);
    if (breakage.faults.write === undefined) return write(bytes, from);
    const part = bytes.subarray(from, from + breakage.room);
    breakage.room = 0;
    if (part.length === 0) check("write");
    return write(part);
  };
  handle.write = writeSome as FileHandle["write"];
  handle.utimes = async (...given) => (check("utimes"), utimes.apply(handle, given));
  return handle;
}
