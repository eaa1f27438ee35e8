import { ConfigError } from "@narrows/service";
import type { ServerConfig } from "./config.ts";

type Meaning = { readonly option: string; readonly problem: string; readonly mend: string };

/** What the system calls the faults that the operator can mend. */
const listenFaults: Readonly<Record<string, (config: ServerConfig) => Meaning>> = {
  EADDRINUSE: ({ port }) => ({
    option: "PORT",
    problem: `${port} is in use by another program.`,
    mend: "Stop that program, or choose another port; 0 takes a free one.",
  }),
  EACCES: ({ port }) => ({
    option: "PORT",
    problem: `${port} may not be opened by this user.`,
    mend: "Choose a port above 1023, or give the program the right to open it.",
  }),
  EADDRNOTAVAIL: ({ host }) => ({
    option: "HOST",
    problem: `${host} is no address of this machine.`,
    mend: "Use 127.0.0.1, 0.0.0.0 or an address that the machine has.",
  }),
  ENOTFOUND: ({ host }) => ({
    option: "HOST",
    problem: `${host} cannot be resolved.`,
    mend: "Use an address such as 127.0.0.1.",
  }),
};

/** Says in the operator's terms why the port cannot be listened on; any other error comes back as it is. */
export function listenFault(error: unknown, config: ServerConfig): unknown {
  const meaning = listenFaults[codeOf(error)]?.(config);
  return meaning === undefined ? error : new ConfigError([meaning], { cause: error });
}

/** Says that DATA_DIR cannot be used. */
export function dataDirFault(error: unknown, config: ServerConfig): ConfigError {
  const problem = `${config.dataDir} cannot be made or written (${codeOf(error) || "unknown error"}).`;
  const mend = "Name a folder that this user may write, or mend its owner and mode.";
  return new ConfigError([{ option: "DATA_DIR", problem, mend }], { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
