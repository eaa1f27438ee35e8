import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { eventually } from "../program/deadline.ts";
import { endChild, isRunning, keepTrackOf } from "../services/child-processes.ts";

/** An edge of one test file, started from the file in deploy/edge. */
export type EdgeServer = AsyncDisposable & { readonly port: number };

export type EdgeOptions = {
  /** Where the agent keeps the list. */
  readonly listFolder: string;
  readonly originPort: number;
  /** Where purges are taken that the edge hands on. */
  readonly purgePort: number;
  /** Where the edge may write. */
  readonly workFolder: string;
  /** Exchanges parts of the file, to see what its parts are good for. */
  readonly change?: (text: string) => string;
};

/** Starts an edge on a free port. */
export type StartEdge = (options: EdgeOptions) => Promise<EdgeServer>;

/** Runs the program in the foreground until it is disposed, and waits until it takes connections. */
export async function runEdge(program: string, args: readonly string[], port: number): Promise<EdgeServer> {
  const child = keepTrackOf(spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] }));
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (errors += chunk));
  try {
    await eventually(60_000, `The start of ${program}`, async () => {
      if (!isRunning(child)) throw new Error(`${program} ended.\n${errors}`);
      return canConnect(port);
    });
  } catch (error) {
    await endChild(child);
    throw error;
  }
  return { port, [Symbol.asyncDispose]: () => endChild(child) };
}

async function canConnect(port: number): Promise<true | undefined> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

/** Exchanges each of these texts, all of which must be there. */
export function exchange(text: string, pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`There is no ${from} in the file.`);
    return changed.replaceAll(from, to);
  }, text);
}
