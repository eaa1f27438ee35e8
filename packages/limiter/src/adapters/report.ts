import type { CommonLimitOptions } from "./limit-options.ts";

/** Tells of an error that has nowhere else to go. Never rejects: who is told must not cause another. */
export type Report<Incoming> = (error: unknown, request: Incoming) => Promise<void>;

export function createReport<Incoming>({
  onError = warn,
}: Pick<CommonLimitOptions<Incoming>, "onError">): Report<Incoming> {
  return async (error, request) => {
    try {
      await onError(error, request);
    } catch {
      // There is nobody left to tell.
    }
  };
}

/** There may be no process at the edge. */
type Host = { readonly process?: { readonly emitWarning?: (warning: Error) => void } };

function warn(error: unknown): void {
  const warning = error instanceof Error ? error : new Error(String(error));
  (globalThis as Host).process?.emitWarning?.(warning);
}
