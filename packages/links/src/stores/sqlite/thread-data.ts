import type { DatabaseFiles } from "./database-files.ts";

/** What the writer thread is started with. */
export type WriterData = {
  /** The ones that the process opened; no others are written to. */
  readonly files: DatabaseFiles;
  readonly lockTimeoutMs: number;
  readonly maxFileBytes: number | undefined;
};

/** What the reader thread is started with. */
export type ReaderData = { readonly files: DatabaseFiles };

/** What the copying thread is started with. */
export type CopyData = { readonly from: string; readonly to: string };
