/** Names a database in messages and logs, as in `db.example:5432/narrows`: without user and password, and without options, which may hold one. */
export function databasePlace({ host, pathname }: URL): string {
  return `${host === "" ? "localhost" : host}${pathname === "/" ? "" : pathname}`;
}
