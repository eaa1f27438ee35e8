import { DatabaseSync } from "node:sqlite";

// Loaded before the program (`node --import`), this makes a service that answers before its data is on the disk, which
// is what the durability check must notice. SQLite does not take the pragma inside of a transaction.
const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function execWithoutSync(sql) {
  exec.call(this, sql);
  if (!this.isTransaction) exec.call(this, "PRAGMA synchronous = OFF");
};
