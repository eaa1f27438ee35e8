import postgres from "postgres";
import type { PostgresServer } from "../../services/postgres-server.ts";

let made = 0;

/** Makes an empty database on the server, with an encoding of its own if need be, and gives its URL. */
export async function makeDatabase(server: Pick<PostgresServer, "url">, encoding = "UTF8"): Promise<string> {
  made += 1;
  const name = `test_${made}`;
  const sql = postgres(server.url, { max: 1, fetch_types: false });
  await sql.unsafe(`CREATE DATABASE ${name} ENCODING '${encoding}' TEMPLATE template0 LOCALE 'C'`);
  await sql.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}
