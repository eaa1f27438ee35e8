import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../problems/index.ts";

/** A body up to this size is never refused: it costs no more than the request around it. */
const smallBytes = 64 * 1024;

/** Two of the largest. While one is worked on, it takes several times its size. */
const defaultMaxBytes = 32 * 1024 * 1024;

/** Bounds what large bodies take together, from their headers until both work and answer are done. */
export interface LargeBodies {
  /**
   * Lets a request in whose body may have `limitBytes`.
   *
   * @returns Tells of work that goes on with the body, which it may do after its client has gone.
   * @throws {ApiError} `BULK_BUSY`
   */
  admit(request: IncomingMessage, response: ServerResponse, limitBytes: number): (work: Promise<unknown>) => void;
}

/** Makes the bound for one server. */
export function createLargeBodies(maxBytes = defaultMaxBytes): LargeBodies {
  let bytesInFlight = 0;
  return {
    admit(request, response, limitBytes) {
      const bytes = largestBody(request, limitBytes);
      if (bytes <= smallBytes) return () => undefined;
      // Of a connection that has closed meanwhile nothing would tell that its body is done with, nor hear the answer.
      if (response.closed || bytesInFlight + bytes > maxBytes) throw new ApiError("BULK_BUSY");
      bytesInFlight += bytes;
      let holds = 1;
      const release = (): void => {
        holds -= 1;
        if (holds === 0) bytesInFlight -= bytes;
      };
      response.once("close", release);
      return (work) => {
        holds += 1;
        void work.then(release, release);
      };
    },
  };
}

/** A body without a declared length, or with one that is refused later, may become as large as the limit. */
function largestBody({ headers }: IncomingMessage, limitBytes: number): number {
  return Math.min(Number(headers["content-length"] ?? limitBytes), limitBytes);
}
