import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { endChild, keepTrackOf } from "../services/child-processes.ts";
import { eventually, within } from "./deadline.ts";
import { openHttpClient, type HttpClient } from "./http-client.ts";
import { childEnvironment, narrowsPath, rootPath } from "./narrows-path.ts";
import { makeTempFolder, type TempFolder } from "./temp-folder.ts";

export type ProgramOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** Stays when the program ends. Default: a folder that goes away with it. */
  readonly dataDir?: string;
  /** A command to run the program under, which must become the program (exec) and not stand above it. */
  readonly under?: readonly string[];
  /** Options of node itself. */
  readonly nodeOptions?: readonly string[];
  /** How long the start may take, for more at once than the machine has cores. Default: 60,000. */
  readonly startDeadlineMs?: number;
  /** True: the test itself waits until it is ready. Default: false. */
  readonly mayBeReadyLater?: boolean;
};

/** The real program, started as its users start it. Disposing ends it, whatever its state. */
export type Program = AsyncDisposable & {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  readonly http: HttpClient;
  /** `authorization` of a key that may do everything. */
  readonly admin: Readonly<Record<"authorization", string>>;
  /** Everything that it has written so far. */
  output(): string;
  /** Resolves with the exit code, or with the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  signal(name: NodeJS.Signals): void;
  /** Sends SIGTERM. @throws {Error} When it does not end in time, or with another code than 0. */
  stop(): Promise<void>;
  /** Sends SIGKILL and waits until it is gone. */
  kill(): Promise<void>;
};

/** The administrator's key of every program that tests start. */
export const adminKey = "nrw_0123456789abcdefghijABCDEFGHIJ0123456789abc";

const usualStartDeadlineMs = 60_000;
const readyDeadlineMs = 60_000;
const stopDeadlineMs = 60_000;

/** Starts `narrows serve` on a free port and waits until it is ready. */
export async function startProgram(options: ProgramOptions = {}): Promise<Program> {
  const ownFolder = options.dataDir === undefined ? await makeTempFolder() : undefined;
  const dataDir = options.dataDir ?? ownFolder?.path ?? "";
  const child = spawnServe(options, dataDir);
  const output = collectOutput(child);
  const ended = whenEnded(child);
  const { startDeadlineMs = usualStartDeadlineMs } = options;
  try {
    const said = await within(startDeadlineMs, "The start", Promise.race([output.port, failedStart(ended, output)]));
    const port = Number(options.env?.["PORT"] ?? said);
    const program = describe({ child, port, dataDir, output, ended, ownFolder });
    if (options.mayBeReadyLater !== true) await untilReady(program);
    return program;
  } catch (error) {
    await endChild(child, "SIGKILL");
    await ownFolder?.[Symbol.asyncDispose]();
    throw error;
  }
}

function spawnServe({ env = {}, under = [], nodeOptions = [] }: ProgramOptions, dataDir: string): ChildProcess {
  const command = [...under, process.execPath, ...nodeOptions, narrowsPath, "serve"];
  const environment = childEnvironment({ DATA_DIR: dataDir, PORT: "0", ADMIN_KEY: adminKey, ...env });
  const stdio = ["ignore", "pipe", "pipe"] as const;
  return keepTrackOf(spawn(command[0] ?? "", command.slice(1), { cwd: rootPath, env: environment, stdio: [...stdio] }));
}

type Output = { readonly text: () => string; readonly port: Promise<number> };

/** The log tells when the program is ready and, of a free port, which one it is. */
function collectOutput(child: ChildProcess): Output {
  let text = "";
  const { promise: port, resolve } = Promise.withResolvers<number>();
  const take = (chunk: string): void => {
    text += chunk;
    const origin = /Narrows answers at (https?:\/\/[^\s"/;]+)/.exec(text)?.[1];
    if (origin !== undefined) resolve(Number(new URL(origin).port));
  };
  child.stdout?.setEncoding("utf8").on("data", take);
  child.stderr?.setEncoding("utf8").on("data", take);
  return { text: () => text, port };
}

async function whenEnded(child: ChildProcess): Promise<number | NodeJS.Signals> {
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return code ?? signal ?? -1;
}

async function failedStart(ended: Promise<number | NodeJS.Signals>, output: Output): Promise<never> {
  const end = await ended;
  throw new Error(`The program ended with ${end} before it listened.\n${output.text()}`);
}

/** A busy machine may take a while between listening and hearing of changes. */
async function untilReady(program: Program): Promise<void> {
  let said = "nothing";
  const ask = async (): Promise<true | undefined> => {
    const { status, body } = await program.http.ask("GET", "/readyz");
    said = `${status} ${body}`;
    return status === 200 ? true : undefined;
  };
  await eventually(readyDeadlineMs, "Readiness", ask).catch((cause: unknown) => {
    throw new Error(`The program listens but is not ready: ${said}\n${program.output()}`, { cause });
  });
}

type Parts = {
  readonly child: ChildProcess;
  readonly port: number;
  readonly dataDir: string;
  readonly output: Output;
  readonly ended: Promise<number | NodeJS.Signals>;
  readonly ownFolder: TempFolder | undefined;
};

function describe({ child, port, dataDir, output, ended, ownFolder }: Parts): Program {
  const origin = `http://127.0.0.1:${port}`;
  const http = openHttpClient(origin);
  const kill = (): Promise<void> => endChild(child, "SIGKILL", stopDeadlineMs);
  return {
    origin,
    port,
    pid: child.pid ?? 0,
    dataDir,
    http,
    admin: { authorization: `Bearer ${adminKey}` },
    output: output.text,
    ended,
    signal: (name) => void child.kill(name),
    async stop() {
      await endChild(child, "SIGTERM", stopDeadlineMs);
      const end = await ended;
      if (end !== 0) throw new Error(`The program ended with ${end} instead of 0.\n${output.text()}`);
    },
    kill,
    async [Symbol.asyncDispose]() {
      http.close();
      await kill();
      await ownFolder?.[Symbol.asyncDispose]();
    },
  };
}
