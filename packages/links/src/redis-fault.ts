/** What Redis or its client said, without the command: its arguments are codes, destinations, or the password. */
export function redisFault(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  // The client speaks of an option of its own.
  const message = error.name === "MaxRetriesPerRequestError" ? "Redis was lost before it had answered." : error.message;
  return Object.assign(new Error(message), { name: error.name }, code);
}

/** Why a Redis that answers is not used: somebody must mend the URL, or the server, first. */
const refusals = {
  REDIS_DATABASE_REFUSED: (database: string, said: string) =>
    `Redis refuses database ${database} (${said}). Let its URL end with the number of one that it has, or with none.`,
  REDIS_IS_CLUSTER: (address: string) =>
    `The Redis at ${address} is a node of a Cluster, and its URL does not say so. Name several of the Cluster's nodes, as in redis://a:6379,b:6379,c:6379, or let the URL end with ?cluster=true.`,
  REDIS_IS_NO_CLUSTER: (said: string) =>
    `The URL of Redis names a Cluster, and the server is none (${said}). Name one host, and do not let the URL end with ?cluster=true.`,
} as const;

type Refusals = typeof refusals;
export type RefusalCode = keyof Refusals;

export function redisRefusal<Code extends RefusalCode>(code: Code, ...details: Parameters<Refusals[Code]>): Error {
  const message: (...texts: readonly string[]) => string = refusals[code];
  return Object.assign(new Error(message(...details)), { code });
}

/** Whether a fault says that the server answers and is not used. */
export function isRedisRefusal(fault: unknown): boolean {
  return fault instanceof Error && "code" in fault && typeof fault.code === "string" && fault.code in refusals;
}
