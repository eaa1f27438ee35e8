import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";

export class NotAFileError extends Error {
  readonly code = "NOT_A_FILE";
  readonly path: string;

  constructor(path: string) {
    super(`${path} is no regular file; it is passed over.`);
    this.name = "NotAFileError";
    this.path = path;
  }
}

/** Reads a whole file. A pipe that nobody writes to, which would hold a thread for ever, is not waited for. */
export async function readRegular(path: string): Promise<Buffer> {
  // First without opening it, which is enough to make some devices do something.
  if (!(await stat(path)).isFile()) throw new NotAFileError(path);
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (!(await file.stat()).isFile()) throw new NotAFileError(path);
  return await file.readFile();
}
