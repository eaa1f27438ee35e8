import type { Language } from "../texts/say.ts";
import type { Problem } from "./problem.ts";

export type RefusalDetails = Problem & {
  /** Of the answer's first line, such as 429. */
  readonly status: number;
  /** What the service was asked to answer in. */
  readonly language: Language;
  /** When another try may help; undefined: the service does not say. */
  readonly retryAfterSeconds: number | undefined;
  /** What the user calls the field at fault. */
  readonly name: string | undefined;
  /** Who refused. */
  readonly server: string;
  /** Where the key was found that was sent; undefined: none was sent. */
  readonly keySource: string | undefined;
};

/** The service said no. */
export class Refusal extends Error {
  readonly details: RefusalDetails;

  constructor(details: RefusalDetails) {
    super(details.detail);
    this.name = "Refusal";
    this.details = details;
  }
}
