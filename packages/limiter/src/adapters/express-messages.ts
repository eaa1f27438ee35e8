import type { NodeRequest, NodeResponse, RequestHeaders } from "./node-messages.ts";

declare global {
  /** What packages add to requests and responses (passport's `user`, say) they add here, with @types/express or without. */
  namespace Express {
    interface Request {}
    interface Response {}
  }
}

/** As much of Express's request as the express-rate-limit entry needs. */
export type ExpressMessage = NodeRequest & {
  readonly ip?: string | undefined;
  readonly app?: { get(setting: string): unknown };
};

/** As much of Express's response as that entry needs. */
export type ExpressReply = NodeResponse & {
  readonly writableEnded: boolean;
  status(code: number): unknown;
  send(body: unknown): unknown;
};

/** What body and cookie parsers made, which Express leaves open too. */
type Parsed = ReturnType<typeof JSON.parse>;

/**
 * Express 5's request as functions of options get it, where they do not name a type of their own. Each `Request` of
 * @types/express is one; it is here since that package is not everywhere.
 */
export interface ExpressRequest extends NodeRequest, Express.Request {
  readonly app: { get(setting: string): unknown; readonly locals: Readonly<Record<string, unknown>> };
  readonly baseUrl: string;
  readonly body: Parsed;
  readonly cookies: Parsed;
  readonly headers: RequestHeaders;
  readonly host: string;
  readonly hostname: string;
  readonly ip: string | undefined;
  readonly ips: string[];
  readonly method: string;
  readonly originalUrl: string;
  readonly params: Readonly<Record<string, string | string[]>>;
  readonly path: string;
  readonly protocol: string;
  readonly query: ParsedQuery;
  readonly secure: boolean;
  readonly signedCookies: Parsed;
  readonly subdomains: string[];
  readonly url: string;
  readonly xhr: boolean;
  accepts(type: string): string | false;
  accepts(types: string[]): string | false;
  get(name: string): string | undefined;
  header(name: string): string | undefined;
  is(type: string | string[]): string | false | null;
}

interface ParsedQuery {
  readonly [name: string]: undefined | string | ParsedQuery | (string | ParsedQuery)[];
}

/** Express 5's response, likewise. */
export interface ExpressResponse extends NodeResponse, Express.Response {
  readonly headersSent: boolean;
  readonly locals: Record<string, Parsed>;
  readonly writableEnded: boolean;
  append(name: string, value?: string | string[]): this;
  cookie(name: string, value: string, options?: object): this;
  get(name: string): string | undefined;
  header(name: string, value?: string | string[]): this;
  json(body?: unknown): this;
  redirect(url: string): void;
  redirect(status: number, url: string): void;
  render(view: string, options?: object): void;
  send(body?: unknown): this;
  sendStatus(code: number): this;
  set(headers: object): this;
  set(name: string, value?: string | string[]): this;
  status(code: number): this;
  type(type: string): this;
  vary(name: string): this;
}
