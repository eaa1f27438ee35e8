import type { Clock } from "../clock.ts";
import type { Store } from "../store.ts";
import { portOf, type RedisClient } from "../stores/redis/port-of.ts";
import type { RedisPort } from "../stores/redis/redis-port.ts";
import { openStore, type RedisStoreOptions } from "../stores/redis/redis-store.ts";
import { decideScript, toScript } from "../stores/redis/script.ts";

const productionLines = 'local spare_ms = 1\nlocal clock = call("TIME")\n';
const testLines = "local spare_ms = 3600000\nlocal clock = { table.remove(ARGV, #ARGV - 1), table.remove(ARGV) }\n";

/** The script of `redisStore`, but that its time comes from the caller. */
const testScript = toScript(decideScript.source.replace(productionLines, testLines));

/**
 * A Redis store whose clock the test moves. Keys expire by the server's own clock all the same, an hour later than
 * they would.
 *
 * @param clock Microseconds since 1970, read when a call goes out.
 */
export function redisStoreForTest(client: RedisClient, options: RedisStoreOptions, clock: Clock): Store {
  const port = portOf(client);
  const timed = (args: readonly string[]) => {
    const micros = clock();
    return [...args, String(Math.floor(micros / 1_000_000)), String(micros % 1_000_000)];
  };
  const timedPort: RedisPort = {
    ...port,
    evalsha: (sha, keys, args) => port.evalsha(sha, keys, timed(args)),
    eval: (source, keys, args) => port.eval(source, keys, timed(args)),
  };
  return openStore(timedPort, options, testScript);
}
