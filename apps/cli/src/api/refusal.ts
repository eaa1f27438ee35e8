/** What of problem details (RFC 9457) the command line shows. */
export type RefusalDetails = {
  readonly code: string;
  readonly detail: string;
  readonly field: string | undefined;
  readonly mend: string | undefined;
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
