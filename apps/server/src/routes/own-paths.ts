import { routes } from "./index.ts";

/** Paths of one segment that are the node's own, such as `/healthz`: they are answered under any Host. */
export const ownPaths: ReadonlySet<string> = new Set(
  routes.map(({ url }) => url).filter((pattern) => /^\/[^/]+$/.test(pattern)),
);
