import { ClickError } from "../../click-error.ts";
import type { ClickLog } from "../../click-log.ts";
import type { Click } from "../../click.ts";
import type { KafkaConnection } from "./connection.ts";
import { withDeadline } from "./deadline.ts";
import { unavailable } from "./kafka-fault.ts";
import type { KafkaCompression } from "./producer.ts";
import { openSender } from "./sender.ts";
import { slicesOf } from "./slices.ts";

export type KafkaLogOptions = KafkaConnection & {
  /** How long an append tries while it is known that nothing of it was taken, in milliseconds. Default: 30,000. */
  readonly deadlineMs?: number;
  /**
   * How long an append goes on once records were sent and no answer came, in milliseconds: they may have landed, so they
   * are neither taken nor dropped. Default: 600,000.
   */
  readonly settleMs?: number;
  /** How long a broker may take for one answer, in milliseconds. Default: 10,000. */
  readonly requestMs?: number;
  /** Default: `gzip`, which works in a thread of its own. */
  readonly compression?: KafkaCompression;
  /** Bytes of one request before compression; below the topic's `max.message.bytes`. Default: 524,288. */
  readonly maxRequestBytes?: number;
};

/**
 * Opens the end of Kafka that takes clicks: acks=all and an idempotent producer. It connects with the first append, so a
 * broker that is away does not keep the program from starting.
 *
 * Of an append that has settled each click is in all copies that must have it. One that is rejected with
 * `LOG_UNAVAILABLE` has left nothing in the log, but for one case: records were sent, and no answer came within
 * `settleMs` or before the end. Records that were sent again may be in the log twice; their clicks have the same ids, and
 * stores count an id once.
 *
 * At most one append is under way, and its records are all that is kept in memory.
 */
export function openKafkaLog(options: KafkaLogOptions): ClickLog {
  const { deadlineMs = 30_000, maxRequestBytes = 524_288 } = options;
  const { settleMs = 600_000, requestMs = 10_000, compression = "gzip" } = options;
  const sender = openSender(options, { deadlineMs, settleMs, requestMs, compression });
  let isClosed = false;
  let appending: Promise<void> = Promise.resolve();

  async function take(clicks: readonly Click[]): Promise<void> {
    const attempt = sender.begin();
    for (const slice of slicesOf(clicks, options.topic, maxRequestBytes)) await attempt.send(slice);
  }

  return {
    async append(clicks) {
      if (isClosed) throw new ClickError("LOG_UNAVAILABLE", "It is closed.");
      appending = take(clicks);
      await appending.catch((error: unknown) => {
        throw unavailable(error);
      });
    },
    async close() {
      isClosed = true;
      const late = () => new ClickError("LOG_UNAVAILABLE", "The end did not wait for it.");
      await withDeadline(appending, deadlineMs, late).catch(() => undefined);
      await sender.end();
    },
  };
}
