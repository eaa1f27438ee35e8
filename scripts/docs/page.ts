/** One page below docs/ that is made from the sources. */
export type Page = {
  /** From the root of the repository. */
  readonly path: string;
  readonly render: () => string | Promise<string>;
};
