import { createHash } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import { SafetyListError } from "./safety-list-error.ts";
import {
  addSafetyLine,
  emptySafetyList,
  lineTooLong,
  maxLineCharacters,
  maxSafetyListBytes,
  type SafetyList,
} from "./safety-list.ts";

/** A list as it was read, and a text that is another one for another content. */
export type ReadList = { readonly list: SafetyList; readonly digest: string };

/** Where a list is kept. A disk that hangs answers neither question, for as long as it hangs. */
export interface ListFile {
  /**
   * Changes with the content, and when another file takes the name.
   *
   * @throws {SafetyListError} where there is no regular file, or one that is too large.
   */
  mark(): Promise<string>;
  /** @throws {SafetyListError} with what is wrong with the content; what `signal` says, soon after it was aborted. */
  read(signal: AbortSignal): Promise<ReadList>;
}

/** What is read in one turn of the event loop, some milliseconds: a list of a million hosts must not keep redirects waiting. */
const chunkBytes = 16_384;

export function openListFile(path: string): ListFile {
  return {
    async mark() {
      const found = await stat(path);
      requireReadable(found);
      return `${found.ino} ${found.size} ${found.mtimeMs}`;
    },
    async read(signal) {
      // Without waiting for somebody who writes, should a pipe have taken the name meanwhile.
      await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
      requireReadable(await file.stat());
      return await readList(file, signal);
    },
  };
}

function requireReadable(found: Pick<Stats, "size" | "isFile">): void {
  if (!found.isFile()) throw new SafetyListError("NOT_A_FILE", "The list is no regular file; put one in its place.");
  if (found.size > maxSafetyListBytes) throw tooLarge();
}

function tooLarge(): SafetyListError {
  return new SafetyListError(
    "FILE_TOO_LARGE",
    `The list has more than ${maxSafetyListBytes} bytes; take lines away, or put hosts below one name together.`,
  );
}

async function readList(file: FileHandle, signal: AbortSignal): Promise<ReadList> {
  const digest = createHash("sha256");
  const lines = createLineReader();
  const buffer = Buffer.alloc(chunkBytes);
  let size = 0;
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, null);
    if (bytesRead === 0) return { list: lines.end(), digest: digest.digest("base64url") };
    const chunk = buffer.subarray(0, bytesRead);
    // It may have grown since it was looked at.
    if ((size += bytesRead) > maxSafetyListBytes) throw tooLarge();
    digest.update(chunk);
    lines.add(chunk);
  }
}

function createLineReader() {
  const list = emptySafetyList();
  const decoder = new StringDecoder("utf8");
  let lineNumber = 0;
  let rest = "";
  const addLine = (line: string): void => addSafetyLine(list, line, (lineNumber += 1));
  return {
    add(chunk: Buffer): void {
      const lines = `${rest}${decoder.write(chunk)}`.split("\n");
      rest = lines.pop() ?? "";
      lines.forEach(addLine);
      // Or each chunk would be copied behind all before it.
      if (rest.length > maxLineCharacters) throw lineTooLong(lineNumber + 1);
    },
    end(): SafetyList {
      addLine(rest);
      return list;
    },
  };
}
