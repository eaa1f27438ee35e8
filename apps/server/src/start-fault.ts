import { resolve } from "node:path";
import { ConfigError } from "@narrows/service";

type Meaning = { readonly option: string; readonly problem: string; readonly mend: string };

/** Where somebody listens, and the options that say so. */
export type ListeningPlace = {
  readonly host: string;
  readonly port: number;
  readonly options: { readonly host: string; readonly port: string };
};

/** What the system calls the faults that the operator can mend. */
const listenFaults: Readonly<Record<string, (place: ListeningPlace) => Meaning>> = {
  EADDRINUSE: ({ port, options }) => ({
    option: options.port,
    problem: `${port} is in use by another program.`,
    mend: "Stop that program, or choose another port; 0 takes a free one.",
  }),
  EACCES: ({ port, options }) => ({
    option: options.port,
    problem: `${port} may not be opened by this user.`,
    mend: "Choose a port above 1023, or give the program the right to open it.",
  }),
  EADDRNOTAVAIL: ({ host, options }) => ({
    option: options.host,
    problem: `${host} is no address of this machine.`,
    mend: "Use 127.0.0.1, 0.0.0.0 or an address that the machine has.",
  }),
  ENOTFOUND: ({ host, options }) => ({
    option: options.host,
    problem: `${host} cannot be resolved.`,
    mend: "Use an address such as 127.0.0.1.",
  }),
};

/** Says in the operator's terms why the port cannot be listened on; any other error comes back as it is. */
export function listenFault(error: unknown, place: ListeningPlace): unknown {
  const meaning = listenFaults[codeOf(error)]?.(place);
  return meaning === undefined ? error : new ConfigError([meaning], { cause: error });
}

/** What the system calls the faults of a folder; `where` is the folder or the file in it. */
const folderFaults: Readonly<Record<string, (where: string) => Omit<Meaning, "option">>> = {
  EEXIST: (where) => ({
    problem: `${where} is a file, not a folder (EEXIST).`,
    mend: "Name a folder, or move the file away.",
  }),
  ENOTDIR: (where) => ({
    problem: `${where} lies below a file (ENOTDIR).`,
    mend: "Name a folder, or move the file away.",
  }),
  EACCES: (where) => notPermitted(where, "EACCES"),
  EPERM: (where) => notPermitted(where, "EPERM"),
  EROFS: (where) => ({
    problem: `${where} is on a file system that cannot be written (EROFS).`,
    mend: "Name a folder on another one.",
  }),
};

/** Says that DATA_DIR, or the database in it, cannot be used. */
export function dataDirFault(error: unknown, dataDir: string): ConfigError {
  const path = error instanceof Error && "path" in error && typeof error.path === "string" ? error.path : dataDir;
  const code = codeOf(error);
  const meaning = folderFaults[code]?.(resolve(path)) ?? {
    problem: `${resolve(path)} can be neither made nor written (${code || String(error)}).`,
    mend: "Name another folder.",
  };
  return new ConfigError([{ option: "DATA_DIR", ...meaning }], { cause: error });
}

function notPermitted(where: string, code: string): Omit<Meaning, "option"> {
  // A user without a name is common in containers, so the number has to do.
  const user = process.getuid === undefined ? "this user" : `the user with the id ${process.getuid()}`;
  return {
    problem: `${where} may not be read and written by ${user} (${code}).`,
    mend: "Give it to that user with chown, or name another folder.",
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
