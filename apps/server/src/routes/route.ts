import type { Readable } from "node:stream";
import type { ClickReports } from "@narrows/clicks";
import type { Links, Requester } from "@narrows/links";
import type { XStatic } from "typebox/schema";
import type { Access, AccessRule } from "../auth/access.ts";
import type { Edge } from "../edge/edge.ts";
import type { Language } from "../language.ts";
import type { ApiPurpose } from "../limits/purpose.ts";
import type { OpenApiDocument } from "../openapi-document.ts";
import type { ProblemCode } from "../problems/index.ts";
import type { Readiness } from "../readiness.ts";
import type { Reports } from "../safety/reports.ts";
import type { Site } from "../site.ts";

/** What the routes work with. */
export type Service = {
  readonly links: Links;
  readonly site: Site;
  readonly renderLink: (link: Awaited<ReturnType<Links["get"]>>) => string;
  readonly readiness: Readiness;
  readonly renderMetrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
  readonly openApi: () => Promise<OpenApiDocument>;
  readonly edge: Pick<Edge, "polls" | "copyLifeMs" | "delaySeconds">;
  readonly reports: Reports;
  /** Left out or undefined: clicks are not counted. */
  readonly clicks?: ClickReports | undefined;
  /** Waits, or refuses, while clicks wait that must not be lost. Left out: nothing holds creates up. */
  readonly holdCreates?: () => Promise<void>;
  /** Counts an answer that was given before to the same Idempotency-Key. */
  readonly onReplay: () => void;
};

/** One request that was let in and has the right form. */
export type Call<Params, Query, Body> = {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Undefined on `public` routes when no key was sent. */
  readonly access: Access | undefined;
  readonly idempotencyKey: string | undefined;
  /** What If-Match asks for; undefined: any version. */
  readonly versions: readonly number[] | undefined;
  /** The id of the event after which a stream goes on. */
  readonly lastEventId?: string | undefined;
  readonly language: Language;
};

/** What goes back; `body` is JSON unless a header says otherwise. */
export type Answer = {
  readonly status: number;
  /** A stream is destroyed when its reader is gone. */
  readonly body?: string | Readable;
  /** True: the stream has no end of its own, and a client that sends no more reads no more. */
  readonly isEndless?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A JSON Schema, written out as data: loading a schema builder would cost a start 70 ms. */
type Schema = { readonly type: "object" };

/** The part of a route that documentation is made of. */
export type Operation = {
  readonly operationId: string;
  readonly tag: "Links" | "Clicks" | "Moderation" | "Operation";
  readonly summary: string;
  readonly description: string;
  /** Successful answers by status. */
  readonly answers: Readonly<
    Record<
      number,
      {
        readonly description: string;
        readonly schema?: object;
        readonly mediaType?: string;
        /** By name, as JSON Schemas. */
        readonly headers?: object;
      }
    >
  >;
  readonly problems: readonly ProblemCode[];
};

/** One address of the API with one method: its contract and what it does. */
export type Route<Params = unknown, Query = unknown, Body = unknown> = {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly url: string;
  readonly access: AccessRule;
  /** Which policies count it. Left out: none does. */
  readonly limit?: ApiPurpose;
  /** The field of the body whose rows count one by one. */
  readonly countedRows?: string;
  readonly operation: Operation;
  readonly params?: Schema;
  /** Left out: any parameters are passed over. */
  readonly query?: Schema;
  /** Left out: a body is refused. */
  readonly body?: Schema;
  readonly bodyLimitBytes?: number;
  readonly takesIdempotencyKey?: boolean;
  /** True: a reader who was cut off can go on after the last event that it heard. */
  readonly takesLastEventId?: boolean;
  /** True: the change can be tied to a version of the link. */
  readonly takesIfMatch?: boolean;
  readonly handle: (call: Call<Params, Query, Body>, service: Service) => Promise<Answer>;
};

/** What documentation is made of. */
export type Documented = Omit<Route, "handle">;

type Typed<Params, Query, Body> = Omit<Route, "params" | "query" | "body" | "handle"> & {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly handle: (call: Call<XStatic<Params>, XStatic<Query>, XStatic<Body>>, service: Service) => Promise<Answer>;
};

/** Declares a route; the handler's types come from the schemas. */
export function defineRoute<
  const Params extends Schema = { readonly type: "object" },
  const Query extends Schema = { readonly type: "object" },
  const Body extends Schema = { readonly type: "object" },
>(route: Typed<Params, Query, Body>): Route {
  // The schemas have judged what reaches the handler, so it is of the types that they describe.
  return route as unknown as Route;
}

/** Who calls a route that lets nobody in without a requester. */
export function requesterOf({ access }: Pick<Call<unknown, unknown, unknown>, "access">): Requester {
  if (access === undefined) throw new Error("A route that needs a requester was reached without one.");
  return access.requester;
}
