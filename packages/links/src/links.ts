import type { CodeStrategy } from "@narrows/codes";
import type { CreateRequest, CreateResult, EditRequest } from "./create-request.ts";
import type { DestinationPolicy } from "./destination/destination-policy.ts";
import type { LinkError } from "./errors.ts";
import type { LinkEvent, Unheard } from "./link-event.ts";
import type { LinkStore } from "./link-store.ts";
import type { Link, LinkKey } from "./link.ts";
import type { Requester } from "./requester.ts";
import type { StoreError } from "./store-error.ts";

/** The host names that this service serves. */
export type Domains = {
  /** The host of the default domain, which is '' in every key. */
  readonly default: string;
  readonly others: readonly string[];
};

export type LinksOptions = {
  readonly store: LinkStore;
  readonly codes: CodeStrategy;
  readonly destinations: DestinationPolicy;
  readonly domains: Domains;
  /** Writes a link as its JSON representation. */
  readonly render: (link: Link) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Told of every durable change and creation, and when it is not known whether one was made. A change is answered with
   * what this gives, and after it; a creation, and what is not known, is not held up by it. Never throws or rejects.
   */
  readonly onChange: (event: LinkEvent) => Unheard | Promise<Unheard>;
  /** Called when a generated code was found taken. */
  readonly onCollision: () => void;
};

/** A change that was made, and who may not know of it yet. */
export type ChangeResult = { readonly link: Link; readonly unheard: Unheard };

export type ListRequest = {
  /** Start of a code, or a destination host when it contains a dot. */
  readonly q?: string;
  readonly tag?: string;
  readonly domain?: string;
  /** 1 to 1,000. Default 50. */
  readonly limit?: number;
  readonly cursor?: string;
};

/**
 * The link service's rules, over whichever store: who may do what, what is acceptable, what is stored.
 *
 * Every method throws `LinkError` when the caller must change the request and `StoreError` when the store cannot
 * answer now. `domain` in a key: '' is the default domain.
 */
export interface Links {
  create(request: CreateRequest, requester: Requester, idempotencyKey?: string): Promise<CreateResult>;
  /**
   * Creates all rows at once, each on its own, with the outcomes in order; of two rows that want one alias the first gets
   * it. A row that is refused leaves the others alone.
   * With an Idempotency-Key a repetition finds the rows that were made and makes the rest.
   */
  createMany(
    rows: readonly CreateRequest[],
    requester: Requester,
    idempotencyKey?: string,
  ): Promise<readonly (CreateResult | LinkError | StoreError)[]>;
  /** @throws {LinkError} `LINK_NOT_FOUND`, `LINK_DELETED`, `LINK_FORGOTTEN` */
  get(key: LinkKey, requester: Requester): Promise<Link>;
  /** @param versions The versions that the change was made for; left out: any. Else `VERSION_MISMATCH`. */
  edit(key: LinkKey, request: EditRequest, requester: Requester, versions?: readonly number[]): Promise<ChangeResult>;
  /** The link that it gives is the tombstone. */
  delete(key: LinkKey, requester: Requester, versions?: readonly number[]): Promise<ChangeResult>;
  list(
    request: ListRequest,
    requester: Requester,
  ): Promise<{ readonly links: readonly Link[]; readonly cursor: string | undefined }>;
  /** For moderators, on any owner's link; the scope is checked outside. */
  quarantine(key: LinkKey, reason: string, requester: Requester, versions?: readonly number[]): Promise<ChangeResult>;
  release(key: LinkKey, requester: Requester, versions?: readonly number[]): Promise<ChangeResult>;
}
