/** Why a PostgreSQL database cannot be used, by code. None of these goes away by itself. */
export const databaseServerErrors = {
  URL_MALFORMED: "The database's address is a URL with one host, such as postgres://user@host:5432/narrows.",
  SERVER_UNREACHABLE: "The database server does not answer; look at its address, and whether it runs.",
  SERVER_REFUSED: "The database server refused the connection; look at user, password, database and TLS.",
  SERVER_TOO_OLD: "The database server is too old; PostgreSQL 15 or newer is needed.",
  SERVER_READ_ONLY: "The database server is a replica; name the primary.",
  SERVER_ENCODING:
    "The database is not in UTF-8; make one with ENCODING 'UTF8' TEMPLATE template0 LOCALE 'C', and name that.",
  SCHEMA_FOREIGN: "The database has tables of another program; name an empty database.",
  SCHEMA_NEWER:
    "The database was changed by a newer release in a way that this one does not understand; start that release.",
  ROW_REFUSED: "The database refused a row that breaks its rules; this is a defect of the program.",
} as const;

export type DatabaseServerErrorCode = keyof typeof databaseServerErrors;

/** The database server or its schema must be mended before work can go on. */
export class DatabaseServerError extends Error {
  readonly code: DatabaseServerErrorCode;
  /** What the server said; never a password. */
  readonly detail: string;

  constructor(code: DatabaseServerErrorCode, detail: string, options?: ErrorOptions) {
    super(`${databaseServerErrors[code]} (${detail})`, options);
    this.name = "DatabaseServerError";
    this.code = code;
    this.detail = detail;
  }
}
