/** What the store needs of a Redis client. Your own needs no more than the first two. */
export interface RedisPort {
  /** `EVALSHA sha numkeys keys… args…`. Sends at most once, whatever happens to the connection. */
  evalsha(sha: string, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  /** `EVAL source numkeys keys… args…`, likewise. */
  eval(source: string, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  /** Whether keys lie on several nodes, by hash slot. Default: false. */
  readonly isSharded?: boolean;
  /**
   * The address of the node that a command about keys of this slot is sent to, over one connection, as far as it is known
   * now. Nodes that fail are then left alone one by one.
   */
  nodeOf?(hashSlot: number): string | undefined;
  /**
   * Undefined when a command would be sent now; else a promise that resolves when it would, and rejects when there is no
   * point in waiting. Default: always ready.
   */
  ready?(): Promise<void> | undefined;
}
