import { open, rm } from "node:fs/promises";
import { CliError } from "../cli-error.ts";
import { fileErrorOf } from "../file-error.ts";
import type { ImportFile } from "./row.ts";

/** A new file for refused rows. Disposing removes it where none were written. */
export type RefusedFile = AsyncDisposable & {
  write(file: ImportFile): Promise<void>;
};

/**
 * Makes the file before anything is sent, for it would be too late to find that it cannot be made afterwards.
 *
 * @throws {CliError} `FILE_EXISTS` rather than overwrite anything; `FILE_UNUSABLE`
 */
export async function openRefusedFile(path: string): Promise<RefusedFile> {
  const file = await open(path, "wx").catch((error: unknown) => {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw isThere ? new CliError("FILE_EXISTS", { detail: path }, { cause: error }) : fileErrorOf(error);
  });
  let isWritten = false;
  return {
    async write({ head, rows }) {
      if (rows.length === 0) return;
      const text = [head, ...rows.map(({ source }) => source)].filter((line) => line !== "").join("\n");
      await file.writeFile(`${text}\n`).catch((error: unknown) => {
        throw fileErrorOf(error);
      });
      isWritten = true;
    },
    async [Symbol.asyncDispose]() {
      await file.close();
      if (!isWritten) await rm(path, { force: true });
    },
  };
}
