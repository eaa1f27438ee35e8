import type { LinkKey, LinkTarget } from "./link.ts";

/**
 * What all nodes remember of links together, in front of the store. Losing all of it costs speed only.
 *
 * Entries carry the version of the link: an older one never replaces a newer one, whoever comes late. Every method may
 * reject or stay silent for long; deadlines are the caller's.
 */
export interface SharedCache {
  /** Null: no link has this key. Undefined: not known here. */
  get(key: LinkKey): Promise<LinkTarget | null | undefined>;
  /**
   * Remembers a link for a day, unless a newer version is known. Null, that there is none, is remembered for a second,
   * and only where nothing is known.
   */
  put(key: LinkKey, target: LinkTarget | null): Promise<void>;
  /** From now on nothing older than `version` is given or accepted, for as long as a link is remembered. 0: forget it. */
  raise(key: LinkKey, version: number): Promise<void>;
  /**
   * Up to which position of the store's log of changes every change was raised here, by whichever node.
   *
   * Where that is not known (a cache that was emptied, or lost that note) everything is forgotten and `last` noted.
   */
  reached(last: number): Promise<number>;
  /**
   * Notes that every change from `from` to `to` was raised.
   *
   * @returns False: the cache has forgotten what had been reached; ask `reached` again.
   */
  advance(from: number, to: number): Promise<boolean>;
  /** Forgets everything, for changes were missed. */
  forget(): Promise<void>;
  /** Whether there is a connection. */
  isConnected(): boolean;
  close(): Promise<void>;
}
