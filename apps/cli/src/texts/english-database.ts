/** What is said of databases in English. */
export const englishDatabase = {
  db: "look after the database, in DATA_DIR or where DATABASE_URL says",
  "db migrate": "bring the database's schema up to date",
  "db backup": "copy the database into a file, also while the service runs",
  "db restore": "replace the database by a copy; the service must not be running",
  "db.restored":
    "The database {path} was restored from {file}. Everything is as it was then: what was deleted, quarantined or revoked since is back, codes given out since are free again. Before you start the service, see `npm run narrows -- keys list` and revoke keys again; with snowflake codes, run `npm run narrows -- codes jump-epochs`.",
  "db.backedUp": "The database {path} was copied to {file}.",
  "db.upToDate": "The database {path} has schema version {to} already.",
  "db.migrated": "The database {path} was brought from schema version {from} to {to}.",
  "db.restoreFile": "the file that `db backup` made",
  "db.backupFile": "the file to make; there must be none of this name",
  "db copy": "copy everything, clicks included, from the embedded database into PostgreSQL; may be done again",
  "db.behind": "The database {path} has schema version {from}; this release brings it to {to}.",
  "db.applied": "  {name}  applied {at}",
  "db.pending": "  {name}  pending",
  "db.statusOption": "only tell which steps the database has and lacks",
  "db.dryRunOption": "only tell what would be done",
  "db.copyFrom": "the embedded database's file; default: narrows.db in DATA_DIR",
  "db.copyTo": "postgres://… of the other database; default: DATABASE_URL, which no list of processes shows",
  "db.copyMerge": "also into a database that holds other links, or that nodes use",
  "db.copying": "Copying {path} into the database {place}.",
  "db.copyProgress": "Links looked at: {done} of {all}.",
  "db.copied": "Links written: {written}.",
  "db.copyRow": "  {table}: {source} here, {target} there",
  "db.copyClicks": "Clicks were copied, with where their log stands: {source} of people here, {target} there.",
  "db.copyClicksWrong": "Of clicks there is not the same on both sides: {source} of people here, {target} there.",
  "db.copyClicksLeft":
    "Clicks were not copied: what two services have counted is not put together. The other database goes on with its own.",
  "db.copyClicksUsed":
    "Clicks were not copied: the other database has counted clicks already that are not from here. To have those of here in place of them, stop all nodes, remove its schema narrows_clicks, and run the command again.",
  "db.copyRefused":
    "Links that another link stands in the way of: {refused}. Those stay as they are; the first codes: {first}.",
  "db.copyWrong":
    "Not the same on both sides: {tables}. Run the command again while nobody changes the other database.",
  "db.copyWhole":
    "Everything is there. Before you start nodes on it, give them the CODE_SECRET and the ADMIN_KEY of before; what changed since the copy began comes along when you run the command again. Not copied: reports and the findings of safety checks; links in quarantine are.",
  "expected.databaseUrl": "It must be an address that begins with postgres://; without it, set DATABASE_URL.",
  "config.DATABASE_URL": "It must be an address that begins with postgres://.",
  "error.COPY_TARGET_USED": "The other database holds links that are not from this file. Nothing was copied.",
  "mend.COPY_TARGET_USED": "Name an empty database. To put these links beside those, use --merge.",
  "error.COPY_TARGET_SERVED": "Nodes use the other database already. Nothing was copied.",
  "mend.COPY_TARGET_SERVED":
    "To bring along what changed in the file since, use --merge: the higher version of each link stays.",
  "error.DATABASE_SERVER_BACKUP":
    "DATABASE_URL is set, so the links are in PostgreSQL, which this command cannot copy.",
  "mend.DATABASE_SERVER_BACKUP":
    "Use pg_dump and pg_restore, or the backups of your provider; see docs/guide/postgres.md. After a restore, run `npm run narrows -- codes jump-epochs`. For the file in DATA_DIR, unset DATABASE_URL.",
  "error.DATABASE_URL_MALFORMED": "The database's address cannot be used ({detail}).",
  "mend.DATABASE_URL_MALFORMED": "Write it with one host, such as postgres://user@host:5432/narrows.",
  "error.DATABASE_URL_MISSING":
    "DATABASE_URL is not set, and the service of this DATA_DIR uses PostgreSQL, as {path} tells. What is in the embedded database is old, or nothing.",
  "mend.DATABASE_URL_MISSING":
    "Set DATABASE_URL as the service has it. To work on the embedded database on purpose, move that file away.",
  "error.DATABASE_UNREACHABLE": "The database server does not answer ({detail}).",
  "mend.DATABASE_UNREACHABLE": "Check the address, and whether the server runs.",
  "error.DATABASE_REFUSED": "The database server refused the connection ({detail}).",
  "mend.DATABASE_REFUSED": "Check user, password, the database's name and TLS.",
  "error.DATABASE_TOO_OLD": "The database server is too old ({detail}).",
  "mend.DATABASE_TOO_OLD": "Use PostgreSQL 15 or newer.",
  "error.DATABASE_READ_ONLY": "The database server is a replica ({detail}).",
  "mend.DATABASE_READ_ONLY": "Name the primary.",
  "error.DATABASE_ENCODING": "The database is not in UTF-8 ({detail}).",
  "mend.DATABASE_ENCODING":
    "Make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0 LOCALE 'C', and name that.",
  "error.DATABASE_FOREIGN": "The database has tables of another program ({detail}).",
  "mend.DATABASE_FOREIGN": "Name an empty database.",
  "error.SCHEMA_NEWER": "A newer release wrote the database: {detail}.",
  "mend.SCHEMA_NEWER": "Use that release, or restore a backup.",
  "error.LOG_MISSING": "The database's log was taken away: {detail}.",
  "mend.LOG_MISSING":
    "Put it back. If it is lost, stop the service, remove the -shm file beside it, and try again: what was only in the log is gone.",
  "error.WAL_UNSUPPORTED": "The file system cannot share memory between processes, which SQLite needs: {detail}.",
  "mend.WAL_UNSUPPORTED": "Put DATA_DIR on a local disk.",
  "error.ROW_REFUSED": "The database refused a row that breaks its rules: {detail}.",
  "mend.ROW_REFUSED": "This is a fault of Narrows; please report it with the command that led to it.",
  "error.STORE_LOCKED": "Another process kept the database locked for too long ({detail}).",
  "mend.STORE_LOCKED": "Try again in a moment.",
  "error.STORE_FULL": "There is no room left for the database ({detail}).",
  "mend.STORE_FULL": "Make room on the disk of DATA_DIR and try again.",
  "error.STORE_UNAVAILABLE": "The database does not answer ({detail}).",
  "mend.STORE_UNAVAILABLE": "Look at the database server, or for a file at the disk that it is on, and try again.",
  "error.STORE_OVERLOADED": "The database has too much to do ({detail}).",
  "mend.STORE_OVERLOADED": "Try again in a moment.",
  "error.STORE_OUTCOME_UNKNOWN": "The database did not answer in time; the change may have been made ({detail}).",
  "mend.STORE_OUTCOME_UNKNOWN":
    "Look whether it was made before you repeat it, such as with `npm run narrows -- keys list`. `db copy` and `db migrate` can be repeated in any case.",
} as const;
