/**
 * Where a Redis is, as URLs that begin with `redis://` or `rediss://`. Secret: they hold the password.
 *
 * A text is one server. A list is a Cluster: some of its nodes, of which one that answers is enough. User, password and TLS
 * are those of the first, for all nodes.
 */
export type RedisUrl = string | readonly string[];

export type RedisAddress = { readonly host: string; readonly port: number };

const usualPort = 6379;

/** @throws {TypeError} When it is no URL. */
export function redisAddress(url: string): RedisAddress {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? usualPort : Number(port) };
}
