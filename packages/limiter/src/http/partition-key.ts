/** Names a client's counter without naming the client. Called for each policy of a decision. */
export type PartitionKey = (policy: string, scope: unknown) => Uint8Array | Promise<Uint8Array>;

export type KeyedPartitionOptions = {
  /** Nobody who does not know it can find out whom a key stands for by trying all addresses. */
  readonly secret: string;
  /** Which parts of the scope the policies count by. Default: `["tenant", "client"]`. */
  readonly by?: readonly string[];
};

/** Bytes of the hash that are told: enough that two clients do not meet, short enough for a header. */
const keyBytes = 12;

/** A partition key by HMAC-SHA-256 (Web Crypto), of 12 bytes. */
export function keyedPartition(options: KeyedPartitionOptions): PartitionKey {
  const { secret, by = ["tenant", "client"] } = options;
  const text = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = crypto.subtle.importKey("raw", text.encode(secret), algorithm, false, ["sign"]);
  return async (policy, scope) => {
    const message = JSON.stringify([policy, ...by.map((part) => scopePart(scope, part))]);
    const hash = await crypto.subtle.sign("HMAC", await key, text.encode(message));
    return new Uint8Array(hash, 0, keyBytes);
  };
}

function scopePart(scope: unknown, part: string): unknown {
  if (typeof scope === "string") return part === "client" ? scope : "";
  return typeof scope === "object" && scope !== null ? (Reflect.get(scope, part) ?? "") : "";
}
