import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { createExpress, quietErrorHandler, type ExpressIncoming, type ExpressOutgoing } from "./express-adapter.ts";
import { listening } from "./listening.ts";

export type Middleware = (request: never, response: never, next: (error?: unknown) => void) => unknown;

/** An application behind a middleware, for one test. It answers with the status that the path names. */
export async function startExpress(middleware: Middleware, trustProxy?: unknown) {
  const app = createExpress();
  if (trustProxy !== undefined) app.set("trust proxy", trustProxy);
  app.use(
    middleware as (request: ExpressIncoming, response: ExpressOutgoing, next: (error?: unknown) => void) => unknown,
  );
  app.use((request, response) => response.status(Number(request.path.slice(1)) || 200).send("hello"));
  app.use(quietErrorHandler);
  const running = await listening(createServer(app));
  onTestFinished(running.close);
  return async (path = "/", headers: Record<string, string> = {}) => fetch(running.url + path, { headers });
}
