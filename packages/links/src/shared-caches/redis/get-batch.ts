import type { Redis } from "ioredis";

type Question = PromiseWithResolvers<string | null>;

/** Reads keys, those of one turn of the event loop together, and a key that several ask for once. */
export function createGetBatch(connection: Redis): (key: string) => Promise<string | null> {
  let waiting = new Map<string, Question>();
  const flush = (): void => {
    const asked = waiting;
    waiting = new Map();
    void ask(connection, asked);
  };
  return (key) => {
    if (waiting.size === 0) setImmediate(flush);
    const question = waiting.get(key) ?? Promise.withResolvers<string | null>();
    waiting.set(key, question);
    return question.promise;
  };
}

async function ask(connection: Redis, asked: ReadonlyMap<string, Question>): Promise<void> {
  try {
    const replies = await connection.pipeline(Array.from(asked.keys(), (key) => ["get", key])).exec();
    let at = 0;
    for (const { resolve, reject } of asked.values()) {
      const [error, value] = replies?.[at] ?? [new Error("Redis gave no reply."), null];
      at += 1;
      if (error !== null && !isOtherType(error)) reject(error);
      else resolve(typeof value === "string" ? value : null);
    }
  } catch (error) {
    for (const { reject } of asked.values()) reject(error);
  }
}

/** Somebody keeps a list or the like under that key; it is no reason to believe that Redis fails. */
function isOtherType(error: Error): boolean {
  return error.message.startsWith("WRONGTYPE");
}
