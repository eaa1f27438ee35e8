import { readFileSync } from "node:fs";

/** In this order they are one script. The published package has the text here in place of the names. */
const files = [
  "prelude",
  "quick-charge",
  "one-key",
  "uniform",
  "quotas",
  "fixed-window",
  "steady-level",
  "interval-bucket",
  "gcra",
  "sliding-window-counter",
  "sliding-window-log",
  "counters",
  "decide",
];

/** The whole script. */
export const luaSource = files
  .map((name) => readFileSync(new URL(`./lua/${name}.lua`, import.meta.url), "utf8"))
  .join("\n");
