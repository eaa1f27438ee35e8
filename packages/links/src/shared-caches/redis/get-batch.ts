import type { Cluster, Redis } from "ioredis";

type Question = PromiseWithResolvers<string | null> & { readonly key: string; readonly slot: number };

export type GetBatchOptions = {
  readonly commands: Pick<Redis | Cluster, "pipeline" | "get">;
  /** Keys whose slots are in different groups are not asked for together. Default: all are. */
  readonly groupOf?: (slot: number) => string;
};

/** Reads keys, those of one turn of the event loop together, and a key that several ask for once. */
export function createGetBatch({ commands, groupOf = () => "" }: GetBatchOptions) {
  let waiting = new Map<string, Question>();
  const flush = (): void => {
    const asked = waiting;
    waiting = new Map();
    for (const group of Map.groupBy(asked.values(), ({ slot }) => groupOf(slot)).values()) void ask(commands, group);
  };
  return (key: string, slot = 0): Promise<string | null> => {
    if (waiting.size === 0) setImmediate(flush);
    const question = waiting.get(key) ?? { ...Promise.withResolvers<string | null>(), key, slot };
    waiting.set(key, question);
    return question.promise;
  };
}

async function ask(commands: GetBatchOptions["commands"], asked: readonly Question[]): Promise<void> {
  const replies = await sendTogether(commands, asked);
  for (const [at, { key, resolve, reject }] of asked.entries()) {
    const [error, value] = replies[at] ?? [new Error("Redis gave no reply."), null];
    if (error !== null && isElsewhere(error)) resolve(commands.get(key));
    else if (error !== null && !isOtherType(error)) reject(error);
    else resolve(typeof value === "string" ? value : null);
  }
}

type Reply = [error: Error | null, value: unknown];

async function sendTogether(commands: GetBatchOptions["commands"], asked: readonly Question[]): Promise<Reply[]> {
  try {
    return (await commands.pipeline(asked.map(({ key }) => ["get", key])).exec()) ?? [];
  } catch (error) {
    return asked.map(() => [error instanceof Error ? error : new Error(String(error)), null]);
  }
}

/**
 * A slot is about to move, or has just moved, so what was sent together has to be asked for at several nodes. Of one
 * command alone the client follows where it is told to.
 */
function isElsewhere({ message }: Error): boolean {
  return /^(?:MOVED|ASK|All keys in the pipeline) /.test(message);
}

/** Somebody keeps a list or the like under that key; it is no reason to believe that Redis fails. */
function isOtherType({ message }: Error): boolean {
  return message.startsWith("WRONGTYPE");
}
