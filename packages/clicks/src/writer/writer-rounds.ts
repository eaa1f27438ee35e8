import { PartitionWriter, type PartitionWriterOptions } from "./partition-writer.ts";
import { within } from "./within.ts";
import type { RoundOutcome } from "./writer-loop.ts";

/** Goes round the partitions of a log: one batch of each, so that a long one keeps no other waiting. */
export function createRounds(options: PartitionWriterOptions) {
  const { source, counts, callMs, now } = options;
  let writers: ReadonlyMap<string, PartitionWriter> = new Map();

  /** Partitions come and go with processes; one that comes back is asked about anew. */
  async function look(): Promise<void> {
    const partitions = await within(callMs, "LOG_UNAVAILABLE", source.partitions());
    writers = new Map(partitions.map((name) => [name, writers.get(name) ?? new PartitionWriter(options, name)]));
  }

  async function visit(writer: PartitionWriter, signal: AbortSignal): Promise<RoundOutcome> {
    const readAt = now();
    if (await writer.writeBatch(signal)) return { hasStored: true, hasFailed: false };
    if (!signal.aborted) await writer.complete(readAt);
    return { hasStored: false, hasFailed: false };
  }

  async function attempt(
    work: () => Promise<RoundOutcome>,
    signal: AbortSignal,
    partition?: string,
  ): Promise<RoundOutcome> {
    try {
      return await work();
    } catch (error) {
      // What is ended by `stop` has not failed.
      if (!signal.aborted) counts.failed(error, partition);
      return { hasStored: false, hasFailed: !signal.aborted };
    }
  }

  return {
    /** @param signal Ends the round early, after the batch that is under way. */
    round: (signal: AbortSignal): Promise<RoundOutcome> =>
      attempt(async () => {
        await look();
        let hasStored = false;
        let hasFailed = false;
        for (const [name, writer] of writers) {
          if (signal.aborted) break;
          const outcome = await attempt(() => visit(writer, signal), signal, name);
          hasStored ||= outcome.hasStored;
          hasFailed ||= outcome.hasFailed;
        }
        return { hasStored, hasFailed };
      }, signal),
  };
}
