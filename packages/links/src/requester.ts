/** On whose behalf a request is made, as the outside has already established it. */
export type Requester = {
  /** Whose Idempotency-Keys these are: a key's id or a keyed hash of the client's address. */
  readonly id: string;
  /** Null for an anonymous user, who may create and follow and nothing else. */
  readonly ownerId: string | null;
  /** True: may see and change every owner's links. */
  readonly isAdmin: boolean;
  /** The only domain that this requester may use; null: every domain. '' is the default domain. */
  readonly domain: string | null;
};
