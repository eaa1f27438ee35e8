import { LRUCache } from "lru-cache";
import type { LinkKey } from "./link.ts";

/** Which versions of links are known to be over, as far as this process heard lately. */
export interface VersionFloors {
  /** Nothing older than `version` is to be believed any more. 0: it is not known what is. */
  raise(key: LinkKey, version: number): void;
  /** The oldest version that may be believed; Infinity: none of those that others remember. */
  of(key: LinkKey): number;
}

/** After so long the store's log of changes has told what came of it. */
const unsureMs = 2_000;

type Floor = { readonly version: number; readonly unsureUntilMs: number };

/** @param maxKeys Those that were raised longest ago are forgotten. */
export function createVersionFloors(options: {
  readonly maxKeys: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
}): VersionFloors {
  const { maxKeys, monotonicMs } = options;
  const floors = new LRUCache<string, Floor>({ max: maxKeys });
  return {
    raise(key, version) {
      const present = floors.get(textOf(key));
      const unsureUntilMs = version === 0 ? monotonicMs() + unsureMs : (present?.unsureUntilMs ?? 0);
      floors.set(textOf(key), { version: Math.max(version, present?.version ?? 0), unsureUntilMs });
    },
    of(key) {
      const floor = floors.get(textOf(key));
      if (floor === undefined) return 0;
      return floor.unsureUntilMs > monotonicMs() ? Number.POSITIVE_INFINITY : floor.version;
    },
  };
}

function textOf({ domain, code }: LinkKey): string {
  return `${domain}/${code}`;
}
