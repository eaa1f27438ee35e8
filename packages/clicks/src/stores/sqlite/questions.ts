import type { ClickCounts, ClickBatch } from "../../click-store.ts";
import type { Forgetting } from "./forget-clicks.ts";

/** What both threads are started with. */
export type ThreadData = {
  readonly path: string;
  /** The file that was opened; no other is written to. */
  readonly identity: string | undefined;
  readonly lockTimeoutMs: number;
  readonly keptDeadLetters: number;
  readonly maxFileBytes: number | undefined;
};

/** What the writer is asked. */
export type WriterQuestion =
  | { readonly name: "position"; readonly partition: string }
  /** `clicks`: their JSON, which crosses to the other thread faster than they do. */
  | { readonly name: "store"; readonly batch: Omit<ClickBatch, "clicks">; readonly clicks: string }
  | { readonly name: "complete"; readonly partition: string; readonly at: number }
  | { readonly name: "letGo"; readonly partition: string }
  /** Asked here, where whoever counts has a thread already. */
  | { readonly name: "partitions" }
  | { readonly name: "forget"; readonly before: Forgetting }
  | { readonly name: "rebuild"; readonly day: number };

/** What the reader is asked: a question of `ClickCounts` with its arguments, or dead letters. */
export type ReaderQuestion =
  | {
      [Name in keyof ClickCounts]: { readonly name: Name; readonly of: Parameters<ClickCounts[Name]> };
    }[keyof ClickCounts]
  | { readonly name: "deadLetters"; readonly of: readonly [number] }
  | { readonly name: "removedDeadLetters"; readonly of: readonly [] };
