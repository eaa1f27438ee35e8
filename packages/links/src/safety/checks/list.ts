import { setImmediate as nextTurn } from "node:timers/promises";
import { openListFile, type ListFile, type ReadList } from "../list-file.ts";
import { SafetyCheckError, type SafetyCheck, type Verdict } from "../safety-check.ts";
import { SafetyListError, type SafetyListFault } from "../safety-list-error.ts";
import { findOnList, type SafetyList } from "../safety-list.ts";
import { createTimedLook } from "../timed-look.ts";

export type SafetyListOptions = {
  /** See `parseSafetyList` for its form. */
  readonly path: string;
  /** Told when a file that has changed cannot be used; what was read before goes on. */
  readonly onFault: (error: unknown) => void;
  /** How long a look at the file is waited for. Default: 30,000. */
  readonly deadlineMs?: number;
  /** Default: what is at `path`. */
  readonly file?: ListFile;
};

type UnusableFile = { readonly mark: string; readonly fault: SafetyListError };

/** These are of the content that a mark stands for; the others are of what is found when it is opened a moment later. */
const lineFaults: ReadonlySet<SafetyListFault> = new Set(["LINE_TOO_LONG", "LINE_MALFORMED"]);

const source = "list";
const maxBatch = 1_000;

/** Destinations that are judged in one turn of the event loop: a millisecond, also where each is as long as may be. */
const sliceSize = 25;

const ok: Verdict = { kind: "ok" };
const reasons = { host: "its host is on the list", address: "its address is on the list" } as const;

/**
 * Judges by a file of hosts and beginnings of addresses, which is read again when it has changed. Nothing leaves the
 * machine.
 */
export function createListCheck(options: SafetyListOptions): SafetyCheck {
  const { path, onFault, deadlineMs = 30_000, file = openListFile(path) } = options;
  let current: ReadList | undefined;
  let seen: string | undefined;
  let unusable: UnusableFile | undefined;

  const read = async (mark: string, signal: AbortSignal): Promise<ReadList> => {
    // A line stays what it is; whatever else was in the way of reading may be gone the next time, under the same mark.
    if (mark === unusable?.mark) throw unusable.fault;
    try {
      return await file.read(signal);
    } catch (fault) {
      if (fault instanceof SafetyListError && lineFaults.has(fault.code)) unusable = { mark, fault };
      throw fault;
    }
  };
  const look = async (signal: AbortSignal): Promise<ReadList> => {
    const mark = await file.mark();
    if (current !== undefined && mark === seen) return current;
    current = await read(mark, signal);
    seen = mark;
    return current;
  };
  const lookInTime = createTimedLook({ look, deadlineMs, late: () => notInTime(deadlineMs) });

  const refresh = async (signal: AbortSignal): Promise<ReadList> => {
    try {
      return await lookInTime(signal);
    } catch (error) {
      if (signal.aborted) throw new SafetyCheckError("The work was stopped.", { cause: error });
      if (current === undefined) throw new SafetyCheckError("The list cannot be read.", { cause: error });
      onFault(error);
      return current;
    }
  };

  return {
    name: source,
    maxBatch,
    judge: async (destinations, signal) => judgeInSlices((await refresh(signal)).list, destinations, signal),
    edition: async (signal) => (await refresh(signal)).digest,
  };
}

async function judgeInSlices(list: SafetyList, destinations: readonly string[], signal: AbortSignal) {
  const verdicts: Verdict[] = [];
  for (let at = 0; at < destinations.length; at += sliceSize) {
    if (at > 0) await nextTurn();
    if (signal.aborted) throw new SafetyCheckError("The work was stopped.");
    for (const destination of destinations.slice(at, at + sliceSize)) verdicts.push(judgeOne(list, destination));
  }
  return verdicts;
}

function judgeOne(list: SafetyList, destination: string): Verdict {
  const kind = findOnList(list, destination);
  return kind === undefined ? ok : { kind: "suspect", reason: reasons[kind], source };
}

function notInTime(deadlineMs: number): SafetyListError {
  const message = `The list was not read within ${deadlineMs} ms, and is still waited for; see whether its disk answers.`;
  return new SafetyListError("NOT_IN_TIME", message);
}
