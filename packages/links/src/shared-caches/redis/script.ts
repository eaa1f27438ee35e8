import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { RedisCommander } from "ioredis";

/** A Lua file beside this one, run on one key. */
export type Script = (
  commands: Pick<RedisCommander, "evalsha" | "eval">,
  key: string,
  args: readonly (string | number)[],
) => Promise<unknown>;

/** Reads a script once. A server that has lost it is given it again. */
export function readScript(name: string): Script {
  const lua = readFileSync(new URL(`lua/${name}.lua`, import.meta.url), "utf8");
  const sha = createHash("sha1").update(lua).digest("hex");
  return async (commands, key, args) => {
    try {
      return await commands.evalsha(sha, 1, key, ...args);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return commands.eval(lua, 1, key, ...args);
    }
  };
}
