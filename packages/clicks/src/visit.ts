/**
 * A redirect as the recorder takes it: references to what the HTTP parser has made already, so that taking it costs
 * nearly nothing. It lives in memory only and becomes a `Click` outside of the redirect's way.
 */
export type Visit = {
  readonly domain: string;
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly status: number;
  /** The peer's address; undefined when the connection is gone. */
  readonly remoteAddress: string | undefined;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  /** Path and query of the request, as it came. */
  readonly target: string;
  /** Where the link leads; UTM fields are read from it where the request has none. */
  readonly destination: string;
};
