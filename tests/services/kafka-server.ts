import { spawn, type ChildProcess } from "node:child_process";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Admin } from "@platformatic/kafka";
import { inject } from "vitest";
import { within } from "../program/deadline.ts";
import { findFreePort } from "../program/free-port.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { endChild, isRunning, keepTrackOf, stopProcess } from "./child-processes.ts";
import { kafkaClasspath, kafkaSettings, smallJava, type KafkaPlace } from "./kafka-settings.ts";

/** A Kafka of one test file. Disposing ends it, whatever its state, and takes its folder away. */
export type KafkaServer = AsyncDisposable & {
  /** Where clients find it. */
  readonly broker: string;
  readonly pid: number;
  /** The last of what it logged. */
  readonly log: string;
  signal(name: NodeJS.Signals): void;
  /** By SIGSTOP; resolves when none of its threads does anything more. */
  hang(): Promise<void>;
  /** Sends SIGKILL and waits until it is gone. What was answered is there after `restart`. */
  kill(): Promise<void>;
  /** Starts it again on the same ports and folder, after `kill`. */
  restart(): Promise<void>;
};

export type KafkaOptions = {
  /** The folder of Kafka. Default: the one that the run brought. */
  readonly program?: string;
  /** Settings as in server.properties, such as `{ "message.max.bytes": 1000 }`. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** A second port, whose listener `CLOSED` is described by the settings. */
  readonly closedPort?: number;
  /** Default: true. False: `restart` starts it. */
  readonly started?: boolean;
};

const startDeadlineMs = 90_000;
const keptLogLength = 65_536;

/** The folder of Kafka; undefined where it could not be had, which the run has said. */
export function kafkaFolder(): string | undefined {
  return inject("services")["kafka"];
}

/** Starts Kafka on free ports of 127.0.0.1, in a folder of its own, without any topic. */
export async function startKafka({
  program = neededFolder(),
  settings = {},
  closedPort,
  started = true,
}: KafkaOptions = {}): Promise<KafkaServer> {
  const folder = await makeTempFolder();
  const place = { data: join(folder.path, "data"), port: await findFreePort(), controllerPort: await findFreePort() };
  await cp(join(program, "template"), place.data, { recursive: true });
  const file = join(folder.path, "server.properties");
  await writeFile(file, kafkaSettings({ ...place, closedPort }, settings));
  let running: Running | undefined;
  const server: KafkaServer = {
    broker: `127.0.0.1:${place.port}`,
    get pid() {
      return running?.child.pid ?? 0;
    },
    get log() {
      return running?.log() ?? "";
    },
    signal: (name) => void running?.child.kill(name),
    hang: () => stopProcess(running?.child.pid ?? 0),
    async kill() {
      if (running !== undefined) await endChild(running.child, "SIGKILL");
    },
    async restart() {
      running = await launch(program, file, place);
    },
    async [Symbol.asyncDispose]() {
      await server.kill();
      await folder[Symbol.asyncDispose]();
    },
  };
  if (started) await server.restart().catch(async (error: unknown) => disposed(server, error));
  return server;
}

async function disposed(server: KafkaServer, error: unknown): Promise<never> {
  await server[Symbol.asyncDispose]();
  throw error;
}

function neededFolder(): string {
  const folder = kafkaFolder();
  if (folder === undefined) throw new Error("There is no Kafka; the services line at the start says why.");
  return folder;
}

type Running = { readonly child: ChildProcess; readonly log: () => string };

async function launch(program: string, settings: string, { port }: KafkaPlace): Promise<Running> {
  const args = [...smallJava, "-cp", kafkaClasspath(program), "kafka.Kafka", settings];
  const child = keepTrackOf(spawn("java", args, { stdio: ["ignore", "pipe", "pipe"] }));
  const running = { child, log: keepLog(child) };
  try {
    await within(startDeadlineMs, "The start of Kafka", answers(running, port));
    return running;
  } catch (error) {
    await endChild(child, "SIGKILL");
    throw error;
  }
}

function keepLog(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-keptLogLength);
    });
  }
  return () => text;
}

/** It listens before it can do anything; once it answers about its topics, it can. */
async function answers({ child, log }: Running, port: number): Promise<void> {
  const asking = { clientId: "tests", bootstrapBrokers: [`127.0.0.1:${port}`], retries: true, retryDelay: 100 };
  const admin = new Admin({ ...asking, connectTimeout: 5_000, requestTimeout: 5_000 });
  const ended = new Promise<never>((_resolve, reject) => {
    const end = () => reject(new Error(`Kafka ended before it was ready.\n${log()}`));
    child.once("error", end);
    child.once("close", end);
    if (!isRunning(child)) end();
  });
  try {
    await Promise.race([admin.listTopics(), ended]);
  } finally {
    ended.catch(() => undefined);
    await admin.close();
  }
}
