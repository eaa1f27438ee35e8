import postgres from "postgres";

/** A session beside the program's own, with which a test looks or stands in the way. */
export type Session = AsyncDisposable & { run(sql: string): Promise<readonly (readonly unknown[])[]> };

export function openSession(url: string): Session {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => undefined, backoff: () => 0.05 });
  return {
    run: (text) => sql.unsafe(text).values(),
    [Symbol.asyncDispose]: () => sql.end({ timeout: 1 }),
  };
}
