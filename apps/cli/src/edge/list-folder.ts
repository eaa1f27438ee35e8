import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileErrorOf } from "../file-error.ts";
import { identityOf } from "./file-identity.ts";

/** What a row does to a link, and the folder that it stands in. */
export type Action = "deny" | "bypass";

/**
 * The list as an edge reads it: an empty file for each row, so that a look at the list is a look whether a file is there,
 * a change is one system call, and the edge reloads nothing.
 */
export interface ListFolder {
  put(action: Action, domain: string, code: string): void;
  remove(action: Action, domain: string, code: string): void;
  /** Says that the list can be trusted during these tenths of a second since 1970, and in no other. */
  trust(fromTenth: number, toTenth: number): void;
  /** Takes back what was said of trust. */
  distrust(): void;
  /** Removes every row. */
  clear(): void;
  /** Whether the file of a row is there. */
  has(action: Action, domain: string, code: string): boolean;
  /** False when somebody else has taken away or replaced what this one made. */
  isOwn(): boolean;
}

/** nginx and Varnish run as other users. */
const folderMode = 0o755;
const fileMode = 0o644;

const actions = ["deny", "bypass"] as const;

/** An edge's clock is read some milliseconds before the file is looked for. */
const keptTenths = 5;

/**
 * Opens a folder that nobody else keeps (`lockFolder`); what is in it stays. It should be in memory (tmpfs), as `/run` is.
 *
 * Every method throws `CliError` `FILE_UNUSABLE` when the folder cannot be written.
 */
export function openListFolder(path: string): ListFolder {
  const known = new Set<string>();
  const trusted = new Set<number>();
  const heard = join(path, "heard");
  const made = new Map<string, string | undefined>();
  const makeOwn = (folder: string): void => {
    rmSync(folder, { recursive: true, force: true });
    makeFolder(folder);
    made.set(folder, identityOf(folder));
  };
  const fileOf = (action: Action, domain: string, code: string): string => join(path, action, domain, code);
  const clear = (): void => {
    for (const action of actions) makeOwn(join(path, action));
    known.clear();
  };
  const makePlace = (folder: string): void => {
    if (known.has(folder)) return;
    makeFolder(folder);
    known.add(folder);
  };
  const distrust = (): void => {
    makeOwn(heard);
    trusted.clear();
  };
  const folder: ListFolder = {
    put(action, domain, code) {
      makePlace(join(path, action, domain));
      makeUnlessGone(fileOf(action, domain, code));
    },
    remove: (action, domain, code) => rmSync(fileOf(action, domain, code), { force: true }),
    trust(fromTenth, toTenth) {
      for (let tenth = fromTenth; tenth <= toTenth; tenth += 1) {
        if (!trusted.has(tenth)) makeUnlessGone(join(heard, String(tenth)));
        trusted.add(tenth);
      }
      for (const tenth of trusted) {
        // Also what lies ahead: the clock may have been set back.
        if (tenth >= fromTenth - keptTenths && tenth <= toTenth) continue;
        rmSync(join(heard, String(tenth)), { force: true });
        trusted.delete(tenth);
      }
    },
    distrust,
    clear,
    has: (action, domain, code) => existsSync(fileOf(action, domain, code)),
    isOwn: () => Array.from(made).every(([own, identity]) => identityOf(own) === identity),
  };
  return sayingWhatFailed(folder, () => makeFolder(path));
}

function sayingWhatFailed(folder: ListFolder, begin: () => void): ListFolder {
  const tell =
    <Args extends readonly unknown[]>(method: (...args: Args) => void) =>
    (...args: Args): void => {
      try {
        method(...args);
      } catch (error) {
        throw fileErrorOf(error);
      }
    };
  tell(begin)();
  const { put, remove, trust, distrust, clear } = folder;
  const told = {
    put: tell(put),
    remove: tell(remove),
    trust: tell(trust),
    distrust: tell(distrust),
    clear: tell(clear),
  };
  return { ...folder, ...told };
}

/** Whatever the umask is. */
function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, folderMode);
}

function makeFile(path: string): void {
  closeSync(openSync(path, "w", fileMode));
}

/** Where the folder was taken away a moment ago, the next look finds it out and has the list made anew. */
function makeUnlessGone(path: string): void {
  try {
    makeFile(path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
