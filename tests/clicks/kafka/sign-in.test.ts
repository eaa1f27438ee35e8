import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openKafkaLog, openKafkaSource } from "@narrows/clicks/kafka";
import { clicksOf, createLogReader, sampleClicks } from "@narrows/clicks/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeCertificate, opensslProgram } from "../../program/certificate.ts";
import { findFreePort } from "../../program/free-port.ts";
import { makeTempFolder } from "../../program/temp-folder.ts";
import { kafkaFolder, startKafka } from "../../services/kafka-server.ts";

const createTopic = { partitions: 1, replicas: 1, minInsyncReplicas: 1, retentionMs: 86_400_000 };
const password = "a-password-of-the-test";

/** What a broker needs to ask for TLS and a password on a second port. */
async function closedListener(folder: string, port: number) {
  const [certificate, key] = await makeCertificate(folder, "localhost");
  const keystore = join(folder, "keystore.pem");
  await writeFile(keystore, (await readFile(key, "utf8")) + (await readFile(certificate, "utf8")));
  const module = "org.apache.kafka.common.security.plain.PlainLoginModule";
  const settings = {
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,CLOSED:SASL_SSL",
    "listener.name.closed.sasl.enabled.mechanisms": "PLAIN",
    "listener.name.closed.plain.sasl.jaas.config": `${module} required user_clicks="${password}";`,
    "listener.name.closed.ssl.keystore.type": "PEM",
    "listener.name.closed.ssl.keystore.location": keystore,
  };
  return { settings, port, ca: await readFile(certificate, "utf8") };
}

describe.skipIf(kafkaFolder() === undefined || opensslProgram() === undefined)("a Kafka that asks who comes", () => {
  it("takes clicks over TLS from who has the password, and from nobody else", async () => {
    await using folder = await makeTempFolder();
    const { settings, port, ca } = await closedListener(folder.path, await findFreePort());
    await using server = await startKafka({ settings, closedPort: port });
    expect(server.pid).toBeGreaterThan(0);
    const closed = { brokers: [`localhost:${port}`], topic: "clicks", createTopic, deadlineMs: 60_000 };
    const sasl = { mechanism: "PLAIN", username: "clicks", password } as const;
    for (const wrong of [{ tls: { ca } }, { tls: { ca }, sasl: { ...sasl, password: "wrong" } }, { tls: {}, sasl }]) {
      const refused = openKafkaLog({ ...closed, ...wrong, deadlineMs: 1_500 });
      await expect(refused.append(sampleClicks(1))).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
      await refused.close();
    }
    const log = openKafkaLog({ ...closed, tls: { ca }, sasl });
    const source = openKafkaSource({ ...closed, tls: { ca }, sasl });
    onTestFinished(async () => {
      await log.close();
      await source.close();
    });
    await log.append(sampleClicks(10));
    expect(clicksOf(await createLogReader(source).readRecords(10))).toEqual(sampleClicks(10));
  });
});
