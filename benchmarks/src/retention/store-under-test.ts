import type { Archive, LinkStore } from "@narrows/links";

/** A store of one round, empty at first. */
export interface StoreUnderTest extends AsyncDisposable {
  readonly links: LinkStore;
  readonly archive: Archive;
  /** User and system time of whatever works for it, this process included, so far. */
  cpuSeconds(): Promise<number>;
  /** What links, their indexes, the archive and the log of changes take once they are compacted. */
  usedBytes(): Promise<number>;
}

/** A kind of store, by the name that the figures have. */
export type StoreKind = { readonly name: string; readonly open: (name: string) => Promise<StoreUnderTest> };

/** Of this process, all its threads included. */
export function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
