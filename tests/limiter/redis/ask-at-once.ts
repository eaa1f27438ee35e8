import { createLimiter } from "@narrows/limiter";
import { redisStore } from "@narrows/limiter/redis";
import { Redis } from "ioredis";

/** A process that asks so many times at once when it is told to, and says how many passed. */
const [port, count] = process.argv.slice(2).map(Number);
const client = new Redis(port ?? 0, "127.0.0.1", { autoResendUnfulfilledCommands: false });
const { check } = createLimiter({
  policy: { name: "p", by: ["client"], algorithm: "sliding-window-counter", limit: 5, windowMs: 86_400_000 },
  store: redisStore(client, { onFailure: "closed", deadlineMs: 10_000 }),
});
client.once("ready", () => process.send?.("ready"));
process.once("message", () => {
  void Promise.all(Array.from({ length: count ?? 0 }, () => check("the same"))).then((decisions) => {
    process.send?.(decisions.filter(({ allowed, degraded }) => allowed && !degraded).length);
    client.disconnect();
    process.disconnect();
  });
});
