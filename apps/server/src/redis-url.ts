import { MalformedValue, url, type ConfigKind } from "@narrows/service/config";
import { isDecodable } from "./percent-encoding.ts";

const redisScheme = url("redis:", "rediss:");

/** Where a Redis is. What the client would only stumble over later, or take for an option of its own, is refused here. */
export const redisUrl: ConfigKind<URL, ""> = {
  description: `${redisScheme.description}, with a host and nothing behind the number of the database, such as \`redis://:password@redis:6379/0\`, a % in the password as \`%25\``,
  unit: "",
  parse(written) {
    const parsed = redisScheme.parse(written);
    const { hostname, port, pathname, username, password } = parsed;
    const isWhole = hostname !== "" && port !== "0" && /^(?:\/(?:0|[1-9]\d{0,5})?)?$/.test(pathname);
    // Behind `?` the client takes options.
    if (isWhole && !/[?#]/.test(written) && isDecodable(username) && isDecodable(password)) return parsed;
    throw new MalformedValue(`It must be ${redisUrl.description}.`);
  },
};
