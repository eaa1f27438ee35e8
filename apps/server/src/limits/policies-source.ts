import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { ConfigError, type Logger, type Part } from "@narrows/service";
import { defaultPolicies } from "./default-policies.ts";
import { remarkText, type PolicyFault } from "./policy-fault.ts";
import { createPolicySet, type PolicySet } from "./policy-set.ts";
import { repeatLook } from "./repeated-look.ts";

export type PoliciesSourceOptions = {
  /** POLICIES_FILE; undefined: the built-in policies. */
  readonly path: string | undefined;
  readonly log: Pick<Logger, "info" | "error">;
};

export type ReloadOutcome = "taken" | "refused";

/** The policies of now, from a file that may change while the service runs. */
export interface PoliciesSource {
  current(): PolicySet;
  /** How often a changed file was read, by what became of it. */
  reloads(): Readonly<Record<ReloadOutcome, number>>;
  /** Reads the file when the program starts, and again whenever it has changed. Refuses to start with a faulty one. */
  readonly part: Part;
  /** Looks whether the file has changed. A new content is taken when it has been the same for two looks. */
  look(): Promise<void>;
}

/** Two of these pass at most until a change is seen. */
const lookEveryMs = 1_000;

const lateMs = 30_000;
const lateSentence = "The policies file has been waited for too long; the policies before stay until it is read.";
const lateMend = "See whether its disk answers.";

/** Creates the source; its part has to be started before it is asked. */
export function createPoliciesSource({ path, log }: PoliciesSourceOptions): PoliciesSource {
  let set: PolicySet | undefined = path === undefined ? createPolicySet(defaultPolicies) : undefined;
  const reloads = { taken: 0, refused: 0 };
  let taken = "";
  let seen = "";
  let looking: ReturnType<typeof repeatLook> | undefined;

  const take = async (file: string): Promise<void> => {
    taken = seen;
    try {
      set = await readPolicySet(file);
      log.info({ policiesFile: resolve(file) }, "The policies file has changed and is taken.");
      reloads.taken += 1;
    } catch (error) {
      const sentence = "The policies file has changed and cannot be taken; the policies before stay.";
      log.error(error instanceof ConfigError ? refusalOf(file, error) : { err: error }, sentence);
      reloads.refused += 1;
    }
  };
  const look = async (): Promise<void> => {
    if (path === undefined) return;
    const now = await fingerprint(path);
    const isSettled = now === seen;
    seen = now;
    if (isSettled && now !== taken) await take(path);
  };
  return {
    current() {
      if (set === undefined) throw new Error("The policies were asked for before they were read.");
      return set;
    },
    reloads: () => ({ ...reloads }),
    look,
    part: {
      name: "policies",
      async start() {
        if (path === undefined) return;
        // First the fingerprint: what changes while the file is read is seen as a change.
        taken = seen = await fingerprint(path);
        set = await readPolicySet(path);
        const onLate = (): void => log.error({ policiesFile: resolve(path), mend: lateMend }, lateSentence);
        looking = repeatLook({ look, everyMs: lookEveryMs, onLate, lateMs });
      },
      stop: () => looking?.stop(),
    },
  };
}

/** Of more faults the log tells no more than their number. */
const maxFaults = 20;

/** A faulty file is no failed start: where each fault is and what to do, without a stack that leads nowhere. */
function refusalOf(file: string, { faults }: ConfigError): object {
  const path = resolve(file);
  const told = faults.slice(0, maxFaults).map(({ problem, mend }) => `${problem} ${mend}`.trimEnd());
  return {
    policiesFile: path,
    faults: faults.length > maxFaults ? [...told, `… and more: ${faults.length - maxFaults}`] : told,
    mend: `Correct the file, which is then taken without a restart; \`npm run narrows -- policies lint ${path}\` tells its faults as well.`,
  };
}

/** Changes with the content, and when another file takes the name. */
async function fingerprint(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? "missing" : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

/** @throws {ConfigError} With every fault, each with its place. */
async function readPolicySet(path: string): Promise<PolicySet> {
  // Loaded only where there is a file: YAML and JSON Schema would cost every start some 40 ms.
  const { parsePolicies, maxPoliciesBytes } = await import("./policies-file.ts");
  const { rows, faults } = parsePolicies(await readText(path, maxPoliciesBytes + 1));
  if (faults.length > 0) {
    throw new ConfigError(faults.map((fault) => configFault(path, fault, remarkText(fault, "en"))));
  }
  return createPolicySet(rows);
}

/** @throws {ConfigError} Also where there is something else than a file: a pipe would keep the next look waiting for ever. */
async function readText(path: string, maxBytes: number): Promise<string> {
  try {
    // Without waiting for somebody who writes, should it be a pipe.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!(await file.stat()).isFile()) throw unusable(path, "is no regular file", "Name a file.");
    return (await file.createReadStream({ end: maxBytes - 1, encoding: "utf8" }).toArray()).join("");
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw unusable(path, `cannot be read (${code})`, "Name a file that this user can read.", error);
  }
}

function unusable(path: string, what: string, mend: string, cause?: unknown): ConfigError {
  const problem = `${resolve(path)} ${what}.`;
  return new ConfigError([{ option: "POLICIES_FILE", problem, mend }], cause === undefined ? {} : { cause });
}

function configFault(path: string, { line, column, policy, code }: PolicyFault, text: string) {
  const where = policy === undefined ? "" : ` policy ${JSON.stringify(policy)}:`;
  return { option: "POLICIES_FILE", problem: `${path}:${line}:${column}:${where} ${text} [${code}]`, mend: "" };
}
