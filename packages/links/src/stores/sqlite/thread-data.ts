/** What the writer thread is started with. */
export type WriterData = {
  readonly path: string;
  readonly lockTimeoutMs: number;
  readonly maxFileBytes: number | undefined;
};

/** What the reader thread is started with. */
export type ReaderData = { readonly path: string };

/** What the copying thread is started with. */
export type CopyData = { readonly from: string; readonly to: string };
