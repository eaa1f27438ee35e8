import type { Redis } from "ioredis";

type Waiting = { readonly resolve: (value: string | null) => void; readonly reject: (reason: unknown) => void };

/** Reads keys, those of one turn of the event loop together, and a key that several ask for once. */
export function createGetBatch(connection: Redis): (key: string) => Promise<string | null> {
  let waiting = new Map<string, Waiting[]>();
  const flush = (): void => {
    const asked = waiting;
    waiting = new Map();
    void ask(connection, asked);
  };
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(flush);
      const others = waiting.get(key);
      if (others === undefined) waiting.set(key, [{ resolve, reject }]);
      else others.push({ resolve, reject });
    });
}

async function ask(connection: Redis, asked: ReadonlyMap<string, readonly Waiting[]>): Promise<void> {
  try {
    const replies = await connection.pipeline(Array.from(asked.keys(), (key) => ["get", key])).exec();
    let at = 0;
    for (const waiting of asked.values()) {
      const [error, value] = replies?.[at] ?? [new Error("Redis gave no reply."), null];
      at += 1;
      if (error !== null && !isOtherType(error)) fail(waiting, error);
      else answer(waiting, typeof value === "string" ? value : null);
    }
  } catch (error) {
    for (const waiting of asked.values()) fail(waiting, error);
  }
}

function answer(waiting: readonly Waiting[], value: string | null): void {
  for (const { resolve } of waiting) resolve(value);
}

function fail(waiting: readonly Waiting[], reason: unknown): void {
  for (const { reject } of waiting) reject(reason);
}

/** Somebody keeps a list or the like under that key; it is no reason to believe that Redis fails. */
function isOtherType(error: Error): boolean {
  return error.message.startsWith("WRONGTYPE");
}
