import type { NodeRequest, NodeResponse, RequestHeaders } from "./node-messages.ts";

/** As much of Fastify's request as is needed. */
export type FastifyMessage = { readonly raw: NodeRequest };

/** Fastify 5's request as functions of options get it, where they do not name a type of their own. */
export interface FastifyRequest extends FastifyMessage {
  readonly id: string;
  readonly headers: RequestHeaders;
  readonly method: string;
  readonly url: string;
  readonly originalUrl: string;
  readonly ip: string;
  readonly ips?: string[];
  readonly host: string;
  readonly hostname: string;
  readonly port: number | null;
  readonly protocol: "http" | "https";
  readonly params: unknown;
  readonly query: unknown;
  /** Not there yet in the hook `onRequest`. */
  readonly body: unknown;
  readonly is404: boolean;
  readonly routeOptions: {
    readonly method: string | string[];
    /** As it was declared, such as `/users/:id`; undefined where there is no such route. */
    readonly url: string | undefined;
    readonly config: object;
  };
  readonly log: Readonly<Record<"debug" | "error" | "info" | "warn", (what: unknown, message?: string) => void>>;
}

/** As much of Fastify's reply as is needed. */
export type FastifyReply = {
  readonly raw: Pick<NodeResponse, "statusCode" | "writableFinished" | "closed" | "once">;
  code(status: number): unknown;
  getHeader(name: string): number | string | readonly string[] | undefined;
  header(name: string, value: string): unknown;
  send(body: string): unknown;
  hijack(): unknown;
};

export type FastifyHook<Request> = (request: Request, reply: FastifyReply) => Promise<unknown>;

/** As much of Fastify's instance as is needed. */
export type FastifyInstance<Request> = { addHook(name: "onRequest", hook: FastifyHook<Request>): unknown };
