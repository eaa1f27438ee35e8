import { openSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

// Loaded before the program (`node --import`), this lets emptying the log take for ever, as a disk does that does not
// answer: opening a pipe that nobody writes to cannot be interrupted from inside the process.
const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function execOnHungDisk(sql) {
  if (sql.includes("wal_checkpoint(TRUNCATE)")) {
    writeSync(2, "The disk hangs.\n");
    openSync(process.env.HUNG_DISK_PIPE ?? "", "r");
  }
  exec.call(this, sql);
};
