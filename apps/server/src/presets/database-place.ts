/** Names a database in messages and logs: without user and password, and without options, which may hold one. */
export function databasePlace({ host, pathname }: URL): string {
  return `The database ${pathname.slice(1) || "of the user's name"} at ${host === "" ? "localhost" : host}`;
}
