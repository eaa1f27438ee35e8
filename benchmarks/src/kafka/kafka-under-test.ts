import { basename } from "node:path";
import { kafkaService } from "../../../tests/services/kafka-program.ts";
import { startKafka, type KafkaServer } from "../../../tests/services/kafka-server.ts";
import type { Participant } from "../benchmark.ts";

const bringWithinMs = 180_000;

/** What a benchmark that needs Kafka says of it. */
export const kafkaBroker: Participant = {
  name: "kafka",
  description: "Kafka from Maven, one process that is broker and controller, on loopback",
  version: async () => basename(await broughtKafka()).replace("kafka-", ""),
  missing: async () => {
    const state = await kafkaService.bring(bringWithinMs);
    return state.kind === "skipped" ? `kafka (${state.reason}) is not installed` : undefined;
  },
};

/** Starts a broker of a benchmark, without any topic. */
export async function startBroughtKafka(): Promise<KafkaServer> {
  return startKafka({ program: await broughtKafka() });
}

async function broughtKafka(): Promise<string> {
  const state = await kafkaService.bring(bringWithinMs);
  if (state.kind === "skipped") throw new Error(state.reason);
  return state.address;
}
