/** What of problem details (RFC 9457) the command line shows. */
export type Problem = {
  readonly code: string;
  readonly detail: string;
  readonly field: string | undefined;
  readonly mend: string | undefined;
};

/** Undefined where the answer is something else. */
export function readProblem(body: unknown): Problem | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const text = (name: string): string | undefined => {
    const value: unknown = Object.getOwnPropertyDescriptor(body, name)?.value;
    return typeof value === "string" ? value : undefined;
  };
  const [code, detail] = [text("code"), text("detail")];
  if (code === undefined || detail === undefined) return undefined;
  return { code, detail, field: text("field"), mend: text("mend") };
}

/** The sentence with the user's own word for the field, which the service puts in front. */
export function sentenceOf({ field, detail }: Problem, name: string | undefined): string {
  const isNamed = field !== undefined && name !== undefined && detail.startsWith(`${field}: `);
  return isNamed ? name + detail.slice(field.length) : detail;
}
