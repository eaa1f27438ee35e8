import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** A script, and the digest under which a server that has seen it knows it. */
export type Script = { readonly source: string; readonly sha: string };

/** In this order they are one script. */
const files = [
  "prelude",
  "quick-charge",
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

/** The script that decides a batch. */
export const decideScript = toScript(
  files.map((name) => readFileSync(new URL(`./lua/${name}.lua`, import.meta.url), "utf8")).join("\n"),
);

export function toScript(source: string): Script {
  return { source, sha: createHash("sha1").update(source).digest("hex") };
}
