import type { RedisUrl } from "@narrows/links";
import { MalformedValue, url, type ConfigKind } from "@narrows/service/config";
import { isDecodable } from "./percent-encoding.ts";

const redisScheme = url("redis:", "rediss:");

/**
 * Where a Redis is; several hosts are nodes of one Cluster. What the client would only stumble over later, or take for an
 * option of its own, is refused here.
 */
export const redisUrl: ConfigKind<RedisUrl, ""> = {
  description: `${redisScheme.description}, with a host and nothing behind the number of the database, such as \`redis://:password@redis:6379/0\`; for a Cluster with several of its nodes, as in \`redis://:password@a:6379,b:6379,c:6379\`, or with \`?cluster=true\` at the end. In the password a % is written \`%25\`, in that of a Cluster an @ \`%40\``,
  unit: "",
  parse(written) {
    const { begin, hosts, database, end } = partsOf(written);
    const urls = hosts.map((host) => parseServer(`${begin}${host}${database}`));
    if (end !== "" && end !== "?cluster=true") throw malformed();
    // A user before each host; what stands before the first one holds for all of them.
    if (begin.includes(",", begin.indexOf("@"))) throw malformed();
    if (urls.length === 1 && end === "") return urls.join("");
    if (begin.split("@").length > 2) throw malformed();
    if (!/^\/?0?$/.test(database)) {
      throw new MalformedValue("A Cluster has no database but 0. Leave the number out, or name one host that is none.");
    }
    return urls;
  },
};

/** Hosts stand between what is before and behind all of them. Of what is no URL at all, parts that make none. */
function partsOf(written: string) {
  const [whole, end] = cutAt(written, written.search(/[?#]/));
  const [address, database] = cutAt(whole, whole.indexOf("/", whole.indexOf("//") + 2));
  const hostsAt = Math.max(address.indexOf("//") + 2, address.lastIndexOf("@") + 1);
  return { begin: address.slice(0, hostsAt), hosts: address.slice(hostsAt).split(","), database, end };
}

function cutAt(text: string, at: number): readonly [before: string, after: string] {
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}

function parseServer(written: string): string {
  const { href, hostname, port, pathname, username, password } = parseScheme(written);
  const isWhole = hostname !== "" && port !== "0" && /^(?:\/(?:0|[1-9]\d{0,5})?)?$/.test(pathname);
  if (!isWhole || !isDecodable(username) || !isDecodable(password)) throw malformed();
  return href;
}

/** Its own refusal would say but half of what may be written. */
function parseScheme(written: string): URL {
  try {
    return redisScheme.parse(written);
  } catch (error) {
    if (error instanceof MalformedValue) throw malformed();
    throw error;
  }
}

function malformed(): MalformedValue {
  return new MalformedValue(`It must be ${redisUrl.description}.`);
}
