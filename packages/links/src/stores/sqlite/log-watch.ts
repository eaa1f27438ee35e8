import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "../../store-error.ts";
import { logPath, requireSameFiles, type DatabaseFiles } from "./database-files.ts";
import { requireSameFile } from "./file-identity.ts";
import type { Writer } from "./writer.ts";

/** Sees to it that what is committed lies where the next start looks for it. */
export interface LogWatch {
  /**
   * Looks at the files, which costs some microseconds. Where the log was removed, and nothing else happened to the
   * database, what the log holds is saved first: it can be read as long as it is open.
   *
   * @throws {StoreError} `STORE_UNAVAILABLE`
   */
  requireSound(): void;
  /** True when what the log holds may still be brought into the file, so that closing removes nothing of worth. */
  mayEmptyLog(): boolean;
  close(): void;
}

/** Of the file format, https://sqlite.org/fileformat2.html#walformat. */
const logHeaderBytes = 32;
const frameHeaderBytes = 24;
const logMagic = 0x377f0682;

/** Another process may empty the log between the look at the index and the look at the log, once. */
const maxLooks = 3;

/**
 * Watches the files that a connection writes to.
 *
 * @param files The ones that it opened.
 */
export function createLogWatch(connection: DatabaseSync, files: DatabaseFiles): LogWatch {
  const log = openLog(connection, files);
  let changedAt = changeOf(files.path);

  function look(): void {
    requireSameFiles(files);
    if (!log.isWhole()) throw cutLog(files);
    changedAt = changeOf(files.path);
  }

  function save(): boolean {
    if (!isLogAloneGone(files) || changeOf(files.path) !== changedAt || !log.isWhole()) return false;
    const isSaved = log.copyIntoFile();
    changedAt = changeOf(files.path);
    return isSaved;
  }

  return {
    requireSound() {
      try {
        look();
      } catch (error) {
        save();
        throw error;
      }
    },
    mayEmptyLog() {
      try {
        look();
        return true;
      } catch {
        return save();
      }
    },
    close: log.close,
  };
}

/** Takes no batch that would be lost, and acknowledges none that was. */
export function watchedWriter(writer: Writer, watch: LogWatch): Writer {
  return {
    run(commands) {
      watch.requireSound();
      const answer = writer.run(commands);
      try {
        watch.requireSound();
      } catch (cause) {
        const message = "The database's files were taken away during the change; it may or may not be stored.";
        throw new StoreError("STORE_OUTCOME_UNKNOWN", message, { cause });
      }
      return answer;
    },
  };
}

function openLog(connection: DatabaseSync, { path }: DatabaseFiles) {
  const frameBytes = frameHeaderBytes + numberOf(connection.prepare("PRAGMA page_size").get(), "page_size");
  const look = connection.prepare("PRAGMA wal_checkpoint(NOOP)");
  const copy = connection.prepare("PRAGMA wal_checkpoint(PASSIVE)");
  // SQLite has locks on the other two files, which the system would drop as soon as this process closes one of them.
  const file = openSync(logPath(path), "r");
  const magic = Buffer.alloc(4);
  const hasHeader = (): boolean => readSync(file, magic, 0, 4, 0) === 4 && (magic.readUInt32BE() & ~1) === logMagic;
  return {
    /** A log that was emptied has a hole for a header as soon as it is written again. */
    isWhole(): boolean {
      for (let looks = 0; looks < maxLooks; looks += 1) {
        const frames = numberOf(look.get(), "log");
        if (frames <= 0) return true;
        if (fstatSync(file).size >= logHeaderBytes + frames * frameBytes && hasHeader()) return true;
      }
      return false;
    },
    /** True when all of it is in the database's own file, and on the disk. */
    copyIntoFile(): boolean {
      const row = copy.get();
      return numberOf(row, "log") === numberOf(row, "checkpointed");
    },
    close: () => closeSync(file),
  };
}

function numberOf(row: Readonly<Record<string, unknown>> | undefined, column: string): number {
  return Number(row?.[column]);
}

/** When the database's own file was written last: by a checkpoint, or by whoever laid something over it. */
function changeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
}

/** Another process that opened the database since then would have made a log. */
function isLogAloneGone({ path, database }: DatabaseFiles): boolean {
  try {
    requireSameFile(path, database);
    return !existsSync(logPath(path));
  } catch {
    return false;
  }
}

function cutLog({ path }: DatabaseFiles): StoreError {
  const message = `${logPath(path)} is shorter than what was written to it. Restart the service, or restore a backup.`;
  return new StoreError("STORE_UNAVAILABLE", message);
}
