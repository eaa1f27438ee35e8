// Forks what follows on its command line with node:cluster, as process managers do, and relays nothing.
import cluster from "node:cluster";

const [exec, ...args] = process.argv.slice(2);
cluster.setupPrimary({ exec, args });
const worker = cluster.fork();
process.on("SIGTERM", () => worker.process.kill("SIGTERM"));
worker.on("exit", (code) => process.exit(code ?? 1));
