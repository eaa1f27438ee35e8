import { describe, expect, it } from "vitest";
import { readServerConfig } from "../../src/config.ts";

function faultsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readServerConfig(environment);
    return [];
  } catch (error) {
    const { faults } = error as { readonly faults: readonly { readonly option: string }[] };
    return faults.map(({ option }) => option);
  }
}

const kafka = { CLICKS: "kafka", KAFKA_BROKERS: "kafka-1:9092, kafka-2:9092" };
const signIn = { KAFKA_USERNAME: "narrows", KAFKA_PASSWORD: "secret" };

describe("options of clicks", () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ["none", {}],
    ["nothing counted", { CLICKS: "off" }],
    ["the outbox in a database", { CLICKS: "outbox", DATABASE_URL: "postgres://db/narrows" }],
    ["Kafka", kafka],
    ["Kafka over TLS with a password", { ...kafka, ...signIn, KAFKA_TLS: "on", KAFKA_SASL: "plain" }],
    ["Kafka with a SCRAM", { ...kafka, ...signIn, KAFKA_SASL: "scram-sha-512" }],
    ["places by an edge", { COUNTRY_HEADER: "CF-IPCountry", REGION_HEADER: "CF-Region" }],
  ])("go together: %s", (_, environment) => {
    expect(faultsOf(environment)).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ["the outbox without a database", { CLICKS: "outbox" }, "CLICKS"],
    ["a header that no request can have", { COUNTRY_HEADER: "CF IPCountry" }, "COUNTRY_HEADER"],
    ["Kafka without brokers", { CLICKS: "kafka" }, "CLICKS"],
    ["a sign-in without a password", { ...kafka, KAFKA_SASL: "scram-sha-256", KAFKA_USERNAME: "a" }, "KAFKA_SASL"],
    ["a password in the open", { ...kafka, ...signIn, KAFKA_SASL: "plain" }, "KAFKA_SASL"],
    ["certificates without TLS", { ...kafka, KAFKA_CA_FILE: "/ca.pem" }, "KAFKA_CA_FILE"],
    ["a region without a country", { REGION_HEADER: "CF-Region" }, "REGION_HEADER"],
    ["two sources of places", { COUNTRY_HEADER: "CF-IPCountry", COUNTRY_FILE: "/x.mmdb" }, "COUNTRY_FILE"],
    ["single clicks kept for less than reports need", { CLICK_RAW_RETENTION: "1d" }, "CLICK_RAW_RETENTION"],
  ])("are refused: %s", (_, environment, option) => {
    expect(faultsOf(environment)).toEqual([option]);
  });
});
