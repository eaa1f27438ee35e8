import { execFile } from "node:child_process";
import { access, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { makeTempFolder } from "../program/temp-folder.ts";
import { kafkaClasspath, kafkaSettings, smallJava } from "./kafka-settings.ts";
import type { ServiceState, TestService } from "./service.ts";

const run = promisify(execFile);

const kafkaVersion = "4.2.1";
/** Its second artifact makes the broker say why it does not start. */
const artifacts = [
  ["org.apache.kafka", "kafka_2.13", kafkaVersion],
  ["org.apache.logging.log4j", "log4j-slf4j-impl", "2.25.4"],
] as const;
/** Kept between runs: 43 MB that Maven has to bring once. */
const cache = fileURLToPath(new URL(`../../node_modules/.cache/narrows-tests/kafka-${kafkaVersion}`, import.meta.url));

/** Kafka from Maven Central. Its address is a folder with `lib`, the jars, and `template`, a formatted data folder. */
export const kafkaService: TestService = {
  name: "kafka",
  async bring(deadlineMs) {
    try {
      await run("java", ["-version"], { timeout: deadlineMs });
    } catch (error) {
      return skipped(`java 17 or newer does not run here: ${reasonOf(error)}`);
    }
    if (await exists(cache)) return { kind: "found", address: cache };
    return fetchInto(cache, deadlineMs).then(
      () => ({ kind: "installed", address: cache }) as const,
      (error: unknown) => skipped(`Maven did not bring Kafka ${kafkaVersion}: ${reasonOf(error)}`),
    );
  },
};

/** Under another name first, so that a run that was given up leaves no half of it. */
async function fetchInto(folder: string, timeout: number): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const made = await mkdtemp(`${folder}-`);
  try {
    await writeFile(join(made, "pom.xml"), pom());
    const goal = ["dependency:copy-dependencies", "-DincludeScope=runtime", `-DoutputDirectory=${join(made, "lib")}`];
    await run("mvn", ["-B", "-q", "-f", join(made, "pom.xml"), ...goal], { timeout });
    await makeTemplate(made, timeout);
    await rename(made, folder);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    // Another run was faster.
    if (!(await exists(folder))) throw error;
  }
}

/** Formatting takes a start of Java, and what it writes knows neither folder nor port. */
async function makeTemplate(folder: string, timeout: number): Promise<void> {
  await using scratch = await makeTempFolder();
  const settings = join(scratch.path, "server.properties");
  await writeFile(settings, kafkaSettings({ data: join(folder, "template"), port: 9092, controllerPort: 9093 }));
  const format = ["kafka.tools.StorageTool", "format", "-t", "bmFycm93cy10ZXN0cy4uLg", "-c", settings];
  await run("java", [...smallJava, "-cp", kafkaClasspath(folder), ...format], { timeout });
}

function pom(): string {
  const dependencies = artifacts.map(
    ([group, artifact, version]) =>
      `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
  );
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>narrows</groupId><artifactId>kafka-for-tests</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>${dependencies.join("")}</dependencies>
</project>`;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function skipped(reason: string): ServiceState {
  return { kind: "skipped", reason };
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().split("\n").at(-1) ?? "";
}
