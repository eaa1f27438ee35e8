import { endOfLog } from "@narrows/clicks";
import { isOutboxEmpty, outboxPartition, type ServerConfig } from "@narrows/server";
import type { Context, Outcome } from "../cli-command.ts";
import { CliError } from "../cli-error.ts";
import type { Say } from "../texts/say.ts";
import { onClickStore } from "./on-click-store.ts";
import { isWaitedFor, seePartitions, type SeenPartition } from "./partitions.ts";

/** A click writer tells of each partition every few seconds; it may be restarted meanwhile. */
const aliveMs = 600_000;

type Request = { readonly partition: string; readonly isConfirmed: boolean };

/**
 * Has reports wait no longer for a partition whose log is lost. Its position stays, so that a log that comes back is counted
 * from there, each click once.
 *
 * @throws {CliError} `PARTITION_NOT_FOUND`, `PARTITION_READ`, `PARTITION_ALIVE` as far as can be known, `GIVE_UP_UNCONFIRMED`
 */
export async function giveUpPartition(
  environment: Readonly<Record<string, string | undefined>>,
  { partition, isConfirmed }: Request,
  { say, now }: Pick<Context, "say" | "now">,
): Promise<Outcome> {
  const { wasWaitedFor, position } = await onClickStore(environment, async (store, config) => {
    const found = (await seePartitions(store, config, now)).find((seen) => seen.partition === partition);
    if (found === undefined) throw new CliError("PARTITION_NOT_FOUND", { partition });
    if (!isWaitedFor(found)) return { wasWaitedFor: false, position: found.at };
    if (!(await isLeftOutbox(found, config, now))) requireLost(found, now(), say);
    if (!isConfirmed) throw new CliError("GIVE_UP_UNCONFIRMED", { partition, position: found.at });
    await store.complete(partition, endOfLog);
    return { wasWaitedFor: true, position: found.at };
  });
  const human = say(wasWaitedFor ? "clicks.gaveUp" : "clicks.gaveUpBefore", { partition, position });
  return { json: { partition, position, wasWaitedFor }, human: `${human}\n` };
}

/** An outbox that `CLICKS` no longer names and in which nothing waits has nothing to be counted, however short ago it had. */
async function isLeftOutbox(
  { partition, isLogHere }: SeenPartition,
  config: ServerConfig,
  now: () => number,
): Promise<boolean> {
  return partition === outboxPartition && isLogHere === undefined && (await isOutboxEmpty(config, now));
}

function requireLost({ partition, seenAt, isLogHere }: SeenPartition, now: number, say: Say): void {
  if (isLogHere && isShared(partition)) throw new CliError("PARTITION_READ", { partition });
  if (isLogHere) throw new CliError("PARTITION_ALIVE", { partition, sign: say("clicks.signLog") });
  if (seenAt === undefined || now - seenAt >= aliveMs) return;
  const sign = say("clicks.signSeen", { at: new Date(seenAt).toISOString() });
  throw new CliError("PARTITION_ALIVE", { partition, sign });
}

/** Of no node: whoever counts with the same `CLICKS` reads it, and it never ends. */
function isShared(partition: string): boolean {
  return partition === outboxPartition || partition.startsWith("kafka:");
}
