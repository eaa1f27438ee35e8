import type { Socket } from "node:net";
import postgres from "postgres";

/** What a client of the library `postgres` is made with here: one connection, over a socket that is ours to destroy. */
export type ClientOptions = {
  readonly max: 1;
  readonly prepare: true;
  readonly fetch_types: false;
  readonly idle_timeout: null;
  readonly max_lifetime: null;
  readonly connect_timeout: number;
  readonly backoff: () => number;
  readonly no_subscribe: true;
  readonly onnotice: () => void;
  readonly onclose: () => void;
  readonly socket: (address: SocketAddress) => Promise<Socket>;
  readonly connection: Readonly<Record<string, string>>;
};

export type SocketAddress = {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
};

/** Makes a client with these options, which it must not change; address, user, password and TLS are its own. */
export type Connect = (options: ClientOptions) => postgres.Sql;

/** @param url `postgres://user:password@host:port/database`; `?sslmode=verify-full` demands a checked TLS. */
export function connectTo(url: string): Connect {
  return (options) => postgres(url, options as unknown as postgres.Options<Record<string, never>>);
}
