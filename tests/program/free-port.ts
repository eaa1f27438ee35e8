import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that Linux and macOS give to whoever asks for any port, and to the near ends of connections. */
const lowest = 20_000;
const count = 12_000;
let next = Math.floor(Math.random() * count);

/**
 * A port that nobody listened on a moment ago, for programs that must know theirs beforehand. Nobody gets it by chance
 * before they listen, or while they are down; nor does a client that tries again and again connect to itself there.
 */
export async function findFreePort(): Promise<number> {
  for (let tried = 0; tried < count; tried += 1) {
    // Each once: one that was found may not be listened on yet.
    next = (next + 1) % count;
    if (await isFree(lowest + next)) return lowest + next;
  }
  throw new Error(`From ${lowest} on, ${count} ports are all in use.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
