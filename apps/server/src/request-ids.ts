import { randomBytes } from "node:crypto";

/** Makes ids that tell requests apart, also across restarts and nodes: a random start, then a count. */
export function createRequestIds(): () => string {
  const start = randomBytes(6).toString("base64url");
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
