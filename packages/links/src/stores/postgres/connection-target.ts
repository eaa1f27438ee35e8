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
  requireUsable(url);
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

/** Says what is wrong without the text, which may hold a password. */
function requireUsable(text: string): void {
  const url = URL.parse(text);
  if (url === null) throw new DatabaseServerError("URL_MALFORMED", "this is no URL");
  const { protocol, host, username, password } = url;
  // The library decodes these and would throw an error of its own.
  if (![username, password, host].every(isDecodable)) {
    throw new DatabaseServerError("URL_MALFORMED", "a % that stands for itself is written %25");
  }
  if (/^postgres(?:ql)?:$/.test(protocol) && !host.includes(",")) return;
  throw new DatabaseServerError("URL_MALFORMED", `scheme ${protocol}, host ${host}`);
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
