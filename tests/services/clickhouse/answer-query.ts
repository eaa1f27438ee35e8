import type { Engine, Session } from "./engine.ts";

/** Settings of ClickHouse's HTTP server, which the engine does not know. */
const ofServer = new Set(["enable_http_compression", "wait_end_of_query", "send_progress_in_http_headers"]);
/** Parameters of the HTTP interface that are no settings. */
const ofInterface = new Set(["query", "query_id", "database", "default_format", "session_id", "role"]);

export type QueryRequest = { readonly url: URLSearchParams; readonly body: string };

/**
 * Carries one request of the HTTP interface out, on a session of its own: settings and query parameters are gone after it.
 *
 * @throws {Error} Its message is what ClickHouse's server answers.
 */
export async function answerQuery(engine: Engine, { url, body }: QueryRequest): Promise<Uint8Array> {
  const query = url.get("query");
  const session = engine.openSession();
  try {
    prepare(session, url);
    const result = await session.queryAsync(query === null ? body : `${query}\n${body}`, {
      format: url.get("default_format") ?? "TabSeparated",
    });
    return result.bytes();
  } finally {
    session.close();
  }
}

function prepare(session: Session, url: URLSearchParams): void {
  const database = url.get("database") ?? "";
  if (database !== "") session.query(`USE ${identifier(database)}`);
  const settings = [...url].filter(([name]) => !ofInterface.has(name) && !ofServer.has(name));
  // The last one, for then nothing can be set any more.
  settings.sort(([a], [b]) => Number(a === "readonly") - Number(b === "readonly"));
  if (settings.length === 0) return;
  session.query(`SET ${settings.map(([name, value]) => `${identifier(name)} = ${text(value)}`).join(", ")}`);
}

const identifier = (name: string): string => `\`${name.replace(/[\\`]/g, "\\$&")}\``;
const text = (value: string): string => `'${value.replace(/[\\']/g, "\\$&")}'`;
