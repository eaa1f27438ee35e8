import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { isMainThread } from "node:worker_threads";

// Loaded before a program: when that ends, LOADED_FILE names what its main thread has loaded of files and of node itself.
if (isMainThread) {
  const files = [];
  registerHooks({
    load(url, context, next) {
      files.push(url);
      return next(url, context);
    },
  });
  process.on("exit", () => {
    writeFileSync(process.env.LOADED_FILE, JSON.stringify([...files, ...process.moduleLoadList]));
  });
}
