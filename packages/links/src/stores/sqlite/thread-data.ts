import type { FileIdentity } from "./file-identity.ts";

/** What the writer thread is started with. */
export type WriterData = {
  readonly path: string;
  /** The file that the process opened; no other is written to. */
  readonly opened: FileIdentity;
  readonly lockTimeoutMs: number;
  readonly maxFileBytes: number | undefined;
};

/** What the reader thread is started with. */
export type ReaderData = { readonly path: string; readonly opened: FileIdentity };

/** What the copying thread is started with. */
export type CopyData = { readonly from: string; readonly to: string };
