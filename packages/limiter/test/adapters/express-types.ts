import type { IncomingMessage, ServerResponse } from "node:http";
import type { ExpressRequest } from "../../src/adapters/express-messages.ts";

/** The part of @types/express 5 that matters to middleware, as it is written there. The package itself is not needed here. */
type Any = ReturnType<typeof JSON.parse>;

interface ParsedQs {
  [key: string]: undefined | string | ParsedQs | (string | ParsedQs)[];
}
interface ParamsDictionary {
  [key: string]: string | string[];
  [key: number]: string;
}

export interface Request<P = ParamsDictionary, ResBody = Any, ReqBody = Any, ReqQuery = ParsedQs>
  extends IncomingMessage, Express.Request {
  get(name: "set-cookie"): string[] | undefined;
  get(name: string): string | undefined;
  header(name: "set-cookie"): string[] | undefined;
  header(name: string): string | undefined;
  accepts(): string[];
  accepts(type: string): string | false;
  accepts(type: string[]): string | false;
  accepts(...type: string[]): string | false;
  is(type: string | string[]): string | false | null;
  readonly protocol: string;
  readonly secure: boolean;
  readonly ip: string | undefined;
  readonly ips: string[];
  readonly subdomains: string[];
  readonly path: string;
  readonly hostname: string;
  readonly host: string;
  readonly fresh: boolean;
  readonly stale: boolean;
  readonly xhr: boolean;
  body: ReqBody;
  cookies: Any;
  method: string;
  params: P;
  query: ReqQuery;
  route: Any;
  signedCookies: Any;
  originalUrl: string;
  url: string;
  baseUrl: string;
  app: ExpressRequest["app"];
  res?: Response<ResBody> | undefined;
}

type Send<ResBody, T> = (body?: ResBody) => T;

export interface Response<ResBody = Any, StatusCode extends number = number> extends ServerResponse, Express.Response {
  status(code: StatusCode): this;
  sendStatus(code: StatusCode): this;
  send: Send<ResBody, this>;
  json: Send<ResBody, this>;
  type(type: string): this;
  set(field: Any): this;
  set(field: string, value?: string | string[]): this;
  header(field: Any): this;
  header(field: string, value?: string | string[]): this;
  get(field: string): string | undefined;
  cookie(name: string, val: string, options: object): this;
  cookie(name: string, val: Any): this;
  redirect(url: string): void;
  redirect(status: number, url: string): void;
  render(view: string, options?: object, callback?: (err: Error, html: string) => void): void;
  render(view: string, callback?: (err: Error, html: string) => void): void;
  locals: Record<string, Any>;
  vary(field: string): this;
  append(field: string, value?: string[] | string): this;
  req: Request;
}

export interface NextFunction {
  (err?: Any): void;
  (deferToNext: "router"): void;
  (deferToNext: "route"): void;
}

export interface RequestHandler<P = ParamsDictionary, ResBody = Any, ReqBody = Any, ReqQuery = ParsedQs> {
  (req: Request<P, ResBody, ReqBody, ReqQuery>, res: Response<ResBody>, next: NextFunction): void | Promise<void>;
}

type ErrorRequestHandler<P = ParamsDictionary> = (
  err: Any,
  req: Request<P>,
  res: Response,
  next: NextFunction,
) => void | Promise<void>;

export type RequestHandlerParams<P = ParamsDictionary> =
  | RequestHandler<P>
  | ErrorRequestHandler<P>
  | (RequestHandler<P> | ErrorRequestHandler<P>)[];
