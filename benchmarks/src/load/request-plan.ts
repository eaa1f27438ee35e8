/** What a load generator sends, in turn: the paths over and over. */
export type RequestPlan = {
  readonly method: "GET" | "POST";
  readonly paths: readonly string[];
  /** The path to begin with, so that rounds go on where the last one stopped. */
  readonly firstPath: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with every request; `{n}` becomes a number that no other request of the run has. No line breaks. */
  readonly body: string;
  /** The first such number. */
  readonly firstNumber: number;
  /** The status that every answer must have. */
  readonly expectedStatus: number;
};

/** A plan that follows links. */
export function followPlan(paths: readonly string[], firstPath = 0): RequestPlan {
  return { method: "GET", paths, firstPath, headers: {}, body: "", firstNumber: 0, expectedStatus: 302 };
}

/** A plan that asks for codes which nobody has. */
export function unknownPlan(paths: readonly string[], firstPath = 0): RequestPlan {
  return { ...followPlan(paths, firstPath), expectedStatus: 404 };
}
