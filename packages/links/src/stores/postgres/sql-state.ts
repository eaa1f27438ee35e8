import type { StoreErrorCode } from "../../store-error.ts";

/** What a failure means: a code for the caller, or that the values of one command are at fault. */
export type Meaning = StoreErrorCode | "ROW_REFUSED";

/**
 * What PostgreSQL's SQLSTATEs mean here, by whole code or by class (two characters), see
 * https://www.postgresql.org/docs/current/errcodes-appendix.html. In all of them nothing was changed.
 */
export const sqlStates: Readonly<Record<string, { readonly meaning: Meaning; readonly advice: string }>> = {
  "08": { meaning: "STORE_UNAVAILABLE", advice: "The connection to the database failed." },
  "22": { meaning: "ROW_REFUSED", advice: "A value cannot be stored." },
  "23": { meaning: "ROW_REFUSED", advice: "A row breaks a rule of the schema." },
  "25006": { meaning: "STORE_UNAVAILABLE", advice: "The server is a replica; DATABASE_URL must name the primary." },
  "25": { meaning: "STORE_UNAVAILABLE", advice: "The transaction was given up." },
  "28": { meaning: "STORE_UNAVAILABLE", advice: "The database refuses this user or password." },
  "3D": { meaning: "STORE_UNAVAILABLE", advice: "There is no such database." },
  "40": { meaning: "STORE_LOCKED", advice: "Another change was in the way; try again." },
  "42501": {
    meaning: "STORE_UNAVAILABLE",
    advice: "The database's user lacks a right; grant it, see Rights in docs/guide/postgres.md.",
  },
  "42": {
    meaning: "STORE_UNAVAILABLE",
    advice: "The schema is not the one of this release; run `narrows db migrate`.",
  },
  "53100": { meaning: "STORE_FULL", advice: "The database's disk is full; make room and try again." },
  "53300": {
    meaning: "STORE_OVERLOADED",
    advice:
      "The database has no connection left; raise its max_connections or run fewer nodes, see Connections in docs/guide/postgres.md.",
  },
  "53": { meaning: "STORE_OVERLOADED", advice: "The database lacks memory; try again, more slowly." },
  "54": { meaning: "ROW_REFUSED", advice: "A value is too large." },
  "55P03": { meaning: "STORE_LOCKED", advice: "Somebody held a lock for too long; try again." },
  "55": { meaning: "STORE_UNAVAILABLE", advice: "The database is not in the state for this." },
  "57014": { meaning: "STORE_OVERLOADED", advice: "The statement took too long; ask for less, or later." },
  "57": { meaning: "STORE_UNAVAILABLE", advice: "The database is shutting down or starting." },
  "58": { meaning: "STORE_UNAVAILABLE", advice: "The database's system failed; look at its log and disk." },
  F0: { meaning: "STORE_UNAVAILABLE", advice: "The database's configuration is broken; look at its log." },
  XX: { meaning: "STORE_UNAVAILABLE", advice: "The database failed inside; look at its log." },
};
