#!/usr/bin/env node
import { refuseOldRuntime } from "./refuse-old-runtime.js";

refuseOldRuntime();
void start();

// Loaded one after the other: an old runtime must not meet what it cannot load before it is refused, and the sources
// must not be loaded before their cache is there.
async function start() {
  const { keepMoreThreads } = await import("./more-threads.js");
  keepMoreThreads();
  const { useCompileCache } = await import("./compile-cache.js");
  useCompileCache(process.argv[2]);
  const { main } = await import("../src/main.ts");
  await main(process.argv.slice(2));
}
