import { join } from "node:path";

export type KafkaPlace = {
  readonly data: string;
  readonly port: number;
  readonly controllerPort: number;
  /** Of a listener that asks who comes, where there is one. */
  readonly closedPort?: number | undefined;
};

/** A broker of a test has few things to do, and shares the machine. */
export const smallJava = ["-Xms64m", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"] as const;

export function kafkaClasspath(folder: string): string {
  return join(folder, "lib", "*");
}

/** The text of a server.properties: broker and controller in one process, reached at 127.0.0.1 only. */
export function kafkaSettings(
  { data, port, controllerPort, closedPort }: KafkaPlace,
  further: Readonly<Record<string, string | number>> = {},
): string {
  const open = `PLAINTEXT://127.0.0.1:${port}`;
  const listeners = closedPort === undefined ? open : `${open},CLOSED://localhost:${closedPort}`;
  const all = {
    "process.roles": "broker,controller",
    "node.id": 1,
    "controller.quorum.voters": `1@127.0.0.1:${controllerPort}`,
    listeners: `${listeners},CONTROLLER://127.0.0.1:${controllerPort}`,
    "advertised.listeners": listeners,
    "controller.listener.names": "CONTROLLER",
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
    "log.dirs": data,
    "auto.create.topics.enable": false,
    // One broker has no others to copy to.
    "offsets.topic.replication.factor": 1,
    "offsets.topic.num.partitions": 1,
    // A group's first member need not wait for others.
    "group.initial.rebalance.delay.ms": 0,
    "num.network.threads": 2,
    "num.io.threads": 2,
    "background.threads": 2,
    "log.cleaner.dedupe.buffer.size": 4_194_304,
    ...further,
  };
  return Object.entries(all)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}
