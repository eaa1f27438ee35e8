import { DatabaseServerError } from "./database-server-error.ts";

/** A server, and how connections to it are set up. */
export type ConnectionTarget = {
  readonly url: string;
  readonly connectMs: number;
  readonly options: Readonly<Record<string, unknown>>;
};

export type TargetOptions = {
  readonly connectMs: number;
  /** The server ends a statement after so long; 0: never. */
  readonly statementMs: number;
  /** The server gives up waiting for a lock after so long; 0: never. */
  readonly lockMs: number;
  /** False: statements are planned for their values each time. Default: true. */
  readonly prepare?: boolean;
  /** Further settings of the session. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** A transaction that its client has forgotten holds locks for so long at most. */
const idleInTransactionMs = 10_000;

/** @throws {DatabaseServerError} `URL_MALFORMED` */
export function connectionTarget(url: string, options: TargetOptions): ConnectionTarget {
  requireOneHost(url);
  const { connectMs, statementMs, lockMs, prepare = true, settings = {} } = options;
  return {
    url,
    connectMs,
    options: {
      prepare,
      // Arrays go as text, so their types need not be read from the server with each connection.
      fetch_types: false,
      idle_timeout: null,
      max_lifetime: null,
      // Its own wait begins after the socket is connected; ours covers both.
      connect_timeout: Math.ceil(connectMs / 1_000) + 1,
      backoff: () => 0,
      no_subscribe: true,
      onnotice: () => undefined,
      connection: {
        application_name: "narrows",
        statement_timeout: String(statementMs),
        lock_timeout: String(lockMs),
        idle_in_transaction_session_timeout: String(idleInTransactionMs),
        ...settings,
      },
    },
  };
}

function requireOneHost(text: string): void {
  const url = URL.parse(text);
  if (url !== null && /^postgres(?:ql)?:$/.test(url.protocol) && !url.host.includes(",")) return;
  // Without the text: it may hold a password.
  const what = url === null ? "this is no URL" : `scheme ${url.protocol}, host ${url.host}`;
  throw new DatabaseServerError("URL_MALFORMED", what);
}
