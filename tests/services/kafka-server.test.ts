import { Admin, Base } from "@platformatic/kafka";
import { describe, expect, it } from "vitest";
import { within } from "../program/deadline.ts";
import { kafkaFolder, startKafka } from "./kafka-server.ts";

const client = (broker: string) => ({ clientId: "tests", bootstrapBrokers: [broker], retryDelay: 100 });

describe.skipIf(kafkaFolder() === undefined)("Kafka for tests", () => {
  it("keeps its topics through a kill", async () => {
    await using server = await startKafka();
    const admin = new Admin(client(server.broker));
    await admin.createTopics({ topics: ["kept"], partitions: 3, replicas: 1 });
    await server.kill();
    await server.restart();
    expect(await admin.listTopics()).toEqual(["kept"]);
    await admin.close();
  });

  it("hangs when it is stopped", async () => {
    await using server = await startKafka();
    const base = new Base(client(server.broker));
    await base.metadata({ topics: [] });
    await server.hang();
    const answer = base.metadata({ topics: [], forceUpdate: true });
    await expect(within(500, "The answer", answer)).rejects.toThrow("longer");
    server.signal("SIGCONT");
    expect((await answer).brokers.size).toBe(1);
    await base.close();
  });
});
