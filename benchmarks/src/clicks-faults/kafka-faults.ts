import { openTopics } from "../../../tests/clicks/kafka/kafka-topics.ts";
import type { KafkaServer } from "../../../tests/services/kafka-server.ts";
import type { BenchmarkContext } from "../benchmark.ts";
import { startBroughtKafka } from "../kafka/kafka-under-test.ts";
import { openPair, type Fault, type FaultGroup, type Killed, type Pair, type Scene } from "./fault.ts";
import { prepareClicking } from "./start-clicking.ts";

type Brokers = Pair<KafkaServer>;
type KafkaFault = Fault<Brokers>;

const poisonRecords = 20;

/** The settings of a service whose clicks go through a topic of a broker. */
const kafkaSettings = ({ broker }: KafkaServer, topic: string) => ({
  CLICKS: "kafka",
  KAFKA_BROKERS: broker,
  KAFKA_TOPIC: topic,
});

async function makeTopic({ broker }: KafkaServer, topic: string): Promise<void> {
  await using topics = openTopics(broker);
  await topics.make(topic);
}

/** A topic that nothing else uses, and what happens to its broker before the service of the fault starts. */
type Preparation = { readonly topic: string; readonly prepareFaulty?: () => Promise<void> };

/** Starts both, each at its broker. */
async function startBoth(
  context: BenchmarkContext,
  { whole, faulty }: Brokers,
  stack: AsyncDisposableStack,
  { topic, prepareFaulty = () => makeTopic(faulty, topic) }: Preparation,
): Promise<Pick<Scene, "twin" | "server">> {
  await makeTopic(whole, topic);
  const start = async (broker: KafkaServer, name: string) =>
    stack.use(await (await prepareClicking(context, name, kafkaSettings(broker, topic))).start());
  const twin = await start(whole, `${topic}-twin`);
  await prepareFaulty();
  return { twin, server: await start(faulty, topic) };
}

const stalled: KafkaFault = {
  name: "Kafka stalled, 60 s of redirects",
  holdSeconds: 60,
  async prepare(context, brokers, stack) {
    const { faulty } = brokers;
    return {
      ...(await startBoth(context, brokers, stack, { topic: "stalled" })),
      begin: async () => faulty.signal("SIGSTOP"),
      end: async () => faulty.signal("SIGCONT"),
    };
  },
};

const killed: KafkaFault = {
  name: "Kafka killed",
  async prepare(context, brokers, stack) {
    const { faulty } = brokers;
    return {
      ...(await startBoth(context, brokers, stack, { topic: "killed" })),
      begin: () => faulty.kill(),
      end: () => faulty.restart(),
    };
  },
};

const absent: KafkaFault = {
  name: "Kafka absent at the start",
  async prepare(context, brokers, stack) {
    const { faulty } = brokers;
    const leave = async (): Promise<void> => {
      await makeTopic(faulty, "absent");
      await faulty.kill();
    };
    return {
      ...(await startBoth(context, brokers, stack, { topic: "absent", prepareFaulty: leave })),
      end: () => faulty.restart(),
    };
  },
};

const topicMissing: KafkaFault = {
  name: "Kafka's topic missing",
  prepare: async (context, brokers, stack) => ({
    ...(await startBoth(context, brokers, stack, { topic: "missing", prepareFaulty: async () => undefined })),
    end: () => makeTopic(brokers.faulty, "missing"),
  }),
};

const poisoned: KafkaFault = {
  name: "records in the topic that are no clicks",
  async prepare(context, brokers, stack) {
    const { faulty } = brokers;
    return {
      ...(await startBoth(context, brokers, stack, { topic: "poisoned" })),
      async begin() {
        await using topics = openTopics(faulty.broker);
        for (let count = 0; count < poisonRecords; count += 1) await topics.append("poisoned", `no click ${count}`);
      },
    };
  },
};

const serviceKilled: Killed<Brokers> = {
  name: "CLICKS=kafka",
  async prepare({ whole }) {
    const topic = "service-killed";
    await makeTopic(whole, topic);
    return {
      settings: kafkaSettings(whole, topic),
      // The group waits for a reader that was killed before it gives its partitions to another.
      async inLog() {
        await using topics = openTopics(whole.broker);
        return (await topics.ends(topic)).reduce((sum, end) => sum + end, 0);
      },
    };
  },
};

/** What a broker can do. */
export const kafkaFaults: FaultGroup<Brokers> = {
  name: "Kafka",
  faults: [stalled, killed, absent, topicMissing, poisoned],
  killed: serviceKilled,
  open: (_context, stack) => openPair(stack, startBroughtKafka),
};
