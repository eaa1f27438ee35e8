import type { Language } from "../language.ts";

/** What one error code means for an HTTP client. */
export type ProblemRow = {
  readonly status: number;
  /** What happened, in one sentence that is the same for every occurrence. */
  readonly title: Readonly<Record<Language, string>>;
  /** How to mend it. */
  readonly mend: Readonly<Record<Language, string>>;
  /** When another try may help. */
  readonly retryAfterSeconds?: number;
};
