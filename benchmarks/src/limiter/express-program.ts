import { createLimiter, memoryStore } from "@narrows/limiter";
import { limitRequests } from "@narrows/limiter/express";
import express from "express";
import { rateLimit } from "express-rate-limit";
import { plenty, windowMs } from "./policies.ts";

/** `express-program.ts PORT KIND`: an Express 5 app that answers one constant 302, behind the limit of that kind. */
const [port, kind = ""] = process.argv.slice(2);

const limits: ReadonlyMap<string, () => unknown> = new Map([
  ["narrows", () => limitRequests(limiter(), { trustedProxies: [] })],
  [
    "narrows, legacy headers too",
    () => limitRequests(limiter(), { trustedProxies: [], headers: ["draft-11", "legacy"] }),
  ],
  ["express-rate-limit", () => rateLimit({ windowMs, limit: plenty }) as unknown],
  [
    "express-rate-limit, draft-8 headers",
    () => rateLimit({ windowMs, limit: plenty, standardHeaders: "draft-8", legacyHeaders: false }) as unknown,
  ],
]);

const app = express();
app.disable("x-powered-by");
const limit = limits.get(kind);
if (limit !== undefined) app.use(limit());
app.use((_request: unknown, response: { writeHead(status: number, headers: object): { end(): void } }) =>
  response.writeHead(302, { location: "https://example.com/", "content-length": 0 }).end(),
);
app.listen(Number(port), "127.0.0.1");

function limiter() {
  const policy = { name: "default", algorithm: "fixed-window", limit: plenty, windowMs } as const;
  return createLimiter({ policy, store: memoryStore() });
}
