import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import { SafetyCheckError, type SafetyCheck, type Verdict } from "../safety-check.ts";
import { addSafetyLine, emptySafetyList, findOnList, type SafetyList } from "../safety-list.ts";

export type SafetyListOptions = {
  /** See `parseSafetyList` for its form. */
  readonly path: string;
  /** Told when a file that has changed cannot be used; what was read before goes on. */
  readonly onFault: (error: unknown) => void;
};

type ReadList = { readonly list: SafetyList; readonly digest: string };

type UnusableFile = { readonly mark: string; readonly fault: SyntaxError };

const source = "list";
const maxBatch = 1_000;

/** What is read in one turn of the event loop, some milliseconds: a list of a million hosts must not keep redirects waiting. */
const chunkBytes = 16_384;

const ok: Verdict = { kind: "ok" };
const reasons = { host: "its host is on the list", address: "its address is on the list" } as const;

/**
 * Judges by a file of hosts and beginnings of addresses, which is read again when it has changed. Nothing leaves the
 * machine.
 */
export function createListCheck({ path, onFault }: SafetyListOptions): SafetyCheck {
  let current: ReadList | undefined;
  let seen: string | undefined;
  let unusable: UnusableFile | undefined;

  const read = async (mark: string): Promise<ReadList> => {
    // What is in it stays what it is; a file that could not be read may be read the next time.
    if (mark === unusable?.mark) throw unusable.fault;
    try {
      return await readList(path);
    } catch (fault) {
      if (fault instanceof SyntaxError) unusable = { mark, fault };
      throw fault;
    }
  };

  const refresh = async (): Promise<ReadList> => {
    try {
      const mark = await markOf(path);
      if (current !== undefined && mark === seen) return current;
      current = await read(mark);
      seen = mark;
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
  const list = emptySafetyList();
  const digest = createHash("sha256");
  const decoder = new StringDecoder("utf8");
  let lineNumber = 0;
  let rest = "";
  const add = (line: string): void => addSafetyLine(list, line, (lineNumber += 1));
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: chunkBytes });
  for await (const chunk of chunks) {
    digest.update(chunk);
    const lines = `${rest}${decoder.write(chunk)}`.split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(add);
  }
  add(rest);
  return { list, digest: digest.digest("base64url") };
}
