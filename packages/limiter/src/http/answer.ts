import type { HeaderLine } from "./header-format.ts";

/** An HTTP response in place of the one that was asked for. */
export type Answer = {
  readonly status: number;
  /** Each name once. */
  readonly headers: readonly HeaderLine[];
  readonly body: string;
};
