import type { ConfigFault } from "@narrows/service/config";
import type { ServerConfig } from "../config.ts";

/** Options of clicks that are each right and cannot be together. */
export function clickFaults(config: ServerConfig): readonly ConfigFault[] {
  return [...logFaults(config), ...kafkaFaults(config), ...placeFaults(config)];
}

function logFaults({ clicks, databaseUrl, kafkaBrokers }: ServerConfig): ConfigFault[] {
  if (clicks === "outbox" && databaseUrl === undefined) {
    const problem = "without DATABASE_URL there is no PostgreSQL for the outbox.";
    return [{ option: "CLICKS", problem, mend: "Set DATABASE_URL as well, or CLICKS=memory." }];
  }
  if (clicks === "kafka" && kafkaBrokers === undefined) {
    const problem = "without KAFKA_BROKERS nobody knows where Kafka is.";
    return [{ option: "CLICKS", problem, mend: "Set KAFKA_BROKERS as well, or CLICKS=memory." }];
  }
  return [];
}

function kafkaFaults({ kafkaSasl, kafkaTls, kafkaCaFile, ...who }: ServerConfig): ConfigFault[] {
  const faults: ConfigFault[] = [];
  if (kafkaSasl !== "off" && (who.kafkaUsername === undefined || who.kafkaPassword === undefined)) {
    const problem = "it needs a name and a password.";
    faults.push({ option: "KAFKA_SASL", problem, mend: "Set KAFKA_USERNAME and KAFKA_PASSWORD as well." });
  }
  if (kafkaSasl === "plain" && !kafkaTls) {
    const problem = "without KAFKA_TLS=on the password would go over the network as it is.";
    faults.push({ option: "KAFKA_SASL", problem, mend: "Set KAFKA_TLS=on as well, or choose a SCRAM." });
  }
  if (kafkaCaFile !== undefined && !kafkaTls) {
    const problem = "without KAFKA_TLS=on there is no certificate to judge.";
    faults.push({ option: "KAFKA_CA_FILE", problem, mend: "Set KAFKA_TLS=on as well, or neither." });
  }
  return faults;
}

function placeFaults({ countryHeader, regionHeader, countryFile }: ServerConfig): ConfigFault[] {
  const faults: ConfigFault[] = [];
  if (regionHeader !== undefined && countryHeader === undefined) {
    const problem = "without COUNTRY_HEADER nothing is believed of where readers are.";
    faults.push({ option: "REGION_HEADER", problem, mend: "Set COUNTRY_HEADER as well." });
  }
  if (countryHeader !== undefined && countryFile !== undefined) {
    const problem = "COUNTRY_HEADER tells where readers are already.";
    faults.push({ option: "COUNTRY_FILE", problem, mend: "Set one of the two." });
  }
  return faults;
}
