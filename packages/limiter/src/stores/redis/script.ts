import { createHash } from "node:crypto";
import { luaSource } from "./read-lua.ts";

/** A script, and the digest under which a server that has seen it knows it. */
export type Script = { readonly source: string; readonly sha: string };

/** The script that decides a batch. */
export const decideScript = toScript(luaSource);

export function toScript(source: string): Script {
  return { source, sha: createHash("sha1").update(source).digest("hex") };
}
