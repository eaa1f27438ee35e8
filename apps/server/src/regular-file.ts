import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from "node:fs";

const chunkBytes = 65_536;

/**
 * Reads a file of the configuration as text, before anything else runs. Neither a pipe that nobody writes to nor a device
 * without an end keeps the start waiting.
 *
 * @throws {Error} when it cannot be read, is no regular file (NOT_A_FILE), or is larger (FILE_TOO_LARGE).
 */
export function readRegularFile(path: string, maxBytes: number): string {
  // First without opening it, which is enough to make some devices do something.
  requireRegular(path, statSync(path));
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    requireRegular(path, fstatSync(file));
    return readAtMost(file, maxBytes, path);
  } finally {
    closeSync(file);
  }
}

function requireRegular(path: string, found: Stats): void {
  if (!found.isFile()) throw new Error(`NOT_A_FILE: ${path} is no regular file.`);
}

/** Its size is not relied on: it may grow, and files of the system say 0. */
function readAtMost(file: number, maxBytes: number, path: string): string {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= maxBytes;) {
    const chunk = Buffer.alloc(chunkBytes);
    const bytes = readSync(file, chunk);
    if (bytes === 0) return Buffer.concat(chunks).toString("utf8");
    chunks.push(chunk.subarray(0, bytes));
    size += bytes;
  }
  throw new Error(`FILE_TOO_LARGE: ${path} has more than ${maxBytes} bytes.`);
}
