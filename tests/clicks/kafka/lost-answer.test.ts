import { openKafkaLog } from "@narrows/clicks/kafka";
import { sampleClicks } from "@narrows/clicks/testing";
import { describe, expect, it } from "vitest";
import { kafkaFolder, startKafka } from "../../services/kafka-server.ts";
import { openCuttingProxy } from "./cutting-proxy.ts";
import { openTopics } from "./kafka-topics.ts";

describe.skipIf(kafkaFolder() === undefined)("an append whose answer is lost", () => {
  it("is sent again, and the broker drops what it has had", async () => {
    let port = 0;
    await using proxy = await openCuttingProxy(() => port);
    // Clients go where the broker says that it is.
    const settings = { "advertised.listeners": `PLAINTEXT://127.0.0.1:${proxy.port}` };
    await using server = await startKafka({ settings, started: false });
    port = Number(server.broker.split(":")[1]);
    await server.restart();
    await using topics = openTopics(server.broker);
    await topics.make("clicks", 1);
    const log = openKafkaLog({ brokers: [server.broker], topic: "clicks", compression: "none" });
    await log.append(sampleClicks(10));
    proxy.cutAnswerTo("a-click-to-be-cut");
    await log.append(sampleClicks(10, 10).map((click) => ({ ...click, code: "a-click-to-be-cut" })));
    await log.append(sampleClicks(10, 20));
    await log.close();
    expect({ cuts: proxy.cuts, ends: await topics.ends("clicks") }).toEqual({ cuts: 1, ends: [30] });
  });
});
