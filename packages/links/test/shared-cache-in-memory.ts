import type { LinkTarget } from "../src/link.ts";
import type { SharedCache } from "../src/shared-cache.ts";

/** A shared cache without a server, which a test makes fail as it likes. */
export function makeSharedCache() {
  const kept = new Map<string, { version: number; target: LinkTarget | null | undefined }>();
  const state: { position: number | undefined; fault: (() => Promise<never>) | undefined; isConnected: boolean } = {
    position: undefined,
    fault: undefined,
    isConnected: true,
  };
  const calls: string[] = [];
  const call = async <Result>(name: string, work: () => Result): Promise<Result> => {
    calls.push(name);
    if (state.fault !== undefined) return state.fault();
    return work();
  };
  const nameOf = ({ domain, code }: { domain: string; code: string }): string => `${domain}/${code}`;
  const cache: SharedCache = {
    get: (key) => call("get", () => kept.get(nameOf(key))?.target),
    put: (key, target) =>
      call("put", () => {
        const version = target?.version ?? 0;
        const present = kept.get(nameOf(key));
        if (present !== undefined && (target === null || present.version > version)) return;
        kept.set(nameOf(key), { version, target });
      }),
    raise: (key, version) =>
      call("raise", () => {
        if ((kept.get(nameOf(key))?.version ?? -1) < version) kept.set(nameOf(key), { version, target: undefined });
      }),
    reached: (last) =>
      call("reached", () => {
        if (state.position === undefined) kept.clear();
        return (state.position ??= last);
      }),
    advance: (from, to) =>
      call("advance", () => {
        if (state.position === undefined || state.position < from) return false;
        state.position = Math.max(state.position, to);
        return true;
      }),
    forget: () =>
      call("forget", () => {
        kept.clear();
        state.position = undefined;
      }),
    isConnected: () => state.isConnected,
    close: async () => undefined,
  };
  return { cache, kept, state, calls };
}
