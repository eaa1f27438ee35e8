import { DatabaseSync } from "node:sqlite";

// Run as a process of its own: takes the write lock of the database in argv[2], says so, and gives it back at SIGTERM
// or when nobody listens any more.
const database = new DatabaseSync(process.argv[2], { timeout: 10_000 });
database.exec("BEGIN IMMEDIATE");
process.send("locked");
const release = () => {
  database.exec("ROLLBACK");
  database.close();
  process.exit(0);
};
process.on("SIGTERM", release);
process.on("disconnect", release);
