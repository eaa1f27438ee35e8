import { writeSync } from "node:fs";
import { registerHooks } from "node:module";
import { backup as copy } from "node:sqlite";

// Loaded before a program: a copy of a database says that its first page is there, and does not go on until it is ended.
registerHooks({
  resolve(specifier, context, next) {
    const isForCopy = specifier === "node:sqlite" && context.parentURL?.endsWith("/copy-database.ts");
    return isForCopy ? { url: import.meta.url, format: "module", shortCircuit: true } : next(specifier, context);
  },
});

export const backup = (source, path) =>
  copy(source, path, {
    rate: 1,
    progress() {
      writeSync(2, "halted\n");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
  });
