import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { SafetyCheckError, type SafetyCheck, type Verdict } from "../safety-check.ts";
import { addSafetyLine, emptySafetyList, findOnList, type SafetyList } from "../safety-list.ts";

export type SafetyListOptions = {
  /** See `parseSafetyList` for its form. */
  readonly path: string;
  /** Told when a file that has changed cannot be used; what was read before goes on. */
  readonly onFault: (error: unknown) => void;
};

type ReadList = { readonly list: SafetyList; readonly digest: string };

const source = "list";
const maxBatch = 1_000;

/** Lines that are read in one turn of the event loop: about two milliseconds. */
const linesPerTurn = 2_000;

const ok: Verdict = { kind: "ok" };
const reasons = { host: "its host is on the list", address: "its address is on the list" } as const;

/**
 * Judges by a file of hosts and beginnings of addresses, which is read again when it has changed. Nothing leaves the
 * machine.
 */
export function createListCheck({ path, onFault }: SafetyListOptions): SafetyCheck {
  let current: ReadList | undefined;
  let seen: string | undefined;

  const refresh = async (): Promise<ReadList> => {
    try {
      const mark = await markOf(path);
      if (current !== undefined && mark === seen) return current;
      const read = await readList(path);
      seen = mark;
      current = read;
    } catch (error) {
      if (current === undefined) throw new SafetyCheckError("The list cannot be read.", { cause: error });
      onFault(error);
    }
    return current;
  };

  return {
    name: source,
    maxBatch,
    async judge(destinations) {
      const { list } = await refresh();
      return destinations.map((destination) => {
        const kind = findOnList(list, destination);
        return kind === undefined ? ok : { kind: "suspect", reason: reasons[kind], source };
      });
    },
    edition: async () => (await refresh()).digest,
  };
}

/** A file that is replaced has another number, one that is written another time or length. */
async function markOf(path: string): Promise<string> {
  const { ino, size, mtimeMs } = await stat(path);
  return `${ino} ${size} ${mtimeMs}`;
}

async function readList(path: string): Promise<ReadList> {
  const text = await readFile(path, "utf8");
  const list = emptySafetyList();
  let lineNumber = 0;
  for (const line of text.split("\n")) {
    lineNumber += 1;
    addSafetyLine(list, line, lineNumber);
    // A list of a million hosts must not keep redirects waiting.
    if (lineNumber % linesPerTurn === 0) await nextTurn();
  }
  return { list, digest: createHash("sha256").update(text).digest("base64url") };
}
