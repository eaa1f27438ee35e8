import { Consumer } from "@platformatic/kafka";
import { ClickError } from "../../click-error.ts";
import { clientOptions, type KafkaConnection } from "./connection.ts";
import { withDeadline } from "./deadline.ts";
import { endClient } from "./end-client.ts";

/** A place in a consumer group, which shares the partitions among the processes that read. */
export type Membership = {
  /**
   * The partitions of this process. Those that it lost may be among them for a while.
   *
   * @param count How many the topic has; the group shares them out anew when there are more.
   */
  assigned(count: number): Promise<readonly number[]>;
  has(partition: number): boolean;
  /** Says how far this process is, for tools that show lag. */
  commit(positions: ReadonlyMap<number, number>): Promise<void>;
  close(): Promise<void>;
};

export type MembershipOptions = {
  readonly group: string;
  readonly deadlineMs: number;
  /** A process of which nothing is heard for so long has lost its partitions. */
  readonly sessionMs: number;
};

export function openMembership(connection: KafkaConnection, options: MembershipOptions): Membership {
  const { topic } = connection;
  const { deadlineMs, sessionMs } = options;
  const consumer = new Consumer({
    // Whoever joins is answered when all have joined again, so a request may take as long as they may.
    ...clientOptions(connection, { requestMs: sessionMs * 2, retries: 2 }),
    groupId: options.group,
    autocommit: false,
    sessionTimeout: sessionMs,
    rebalanceTimeout: sessionMs,
    heartbeatInterval: Math.floor(sessionMs / 5),
  });
  consumer.topics.track(topic);
  let joinedFor = 0;
  let joining: Promise<void> | undefined;
  // Joining again, after a heartbeat said so, has failed: the library leaves it at that.
  consumer.on("error", () => (joinedFor = 0));

  async function join(count: number): Promise<void> {
    // The group's leader shares out as many partitions as it knows of.
    await consumer.metadata({ topics: [topic], forceUpdate: true });
    await consumer.joinGroup({});
    joinedFor = count;
  }

  const assigned = (): readonly number[] =>
    consumer.assignments?.find((each) => each.topic === topic)?.partitions ?? [];

  return {
    async assigned(count) {
      if (joinedFor !== count) {
        joining ??= join(count).finally(() => (joining = undefined));
        await withDeadline(joining, deadlineMs, late);
      }
      return assigned();
    },
    has: (partition) => assigned().includes(partition),
    async commit(positions) {
      const offsets = [...positions].map(([partition, position]) => ({
        topic,
        partition,
        offset: BigInt(position),
        leaderEpoch: -1,
      }));
      await withDeadline(consumer.commit({ offsets }), deadlineMs, late);
    },
    close: () => endClient(consumer, () => consumer.close(true)),
  };
}

const late = () => new ClickError("LOG_UNAVAILABLE", "Kafka has not shared out the partitions yet.");
