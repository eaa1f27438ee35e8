import type { LinkKey } from "../link.ts";

type Version = LinkKey & { readonly version: number };

/** The links that were judged last, so that what a queue has done a walk need not do again. */
export interface JudgedLinks {
  add(link: Version): void;
  has(link: Version): boolean;
}

/** @param limit The oldest are forgotten beyond it. */
export function createJudgedLinks(limit: number): JudgedLinks {
  const names = new Set<string>();
  return {
    add(link) {
      names.add(nameOf(link));
      if (names.size <= limit) return;
      const [oldest] = names;
      if (oldest !== undefined) names.delete(oldest);
    },
    has: (link) => names.has(nameOf(link)),
  };
}

function nameOf({ domain, code, version }: Version): string {
  return `${domain}/${code}/${version}`;
}
