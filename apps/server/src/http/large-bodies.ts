import type { IncomingMessage, ServerResponse } from "node:http";
import { Transform, type Readable } from "node:stream";
import { ApiError } from "../problems/index.ts";

/** A body up to this size is never refused: it costs no more than the request around it. */
const smallBytes = 64 * 1024;

/** Two of the largest. While one is worked on, it takes several times its size. */
const defaultMaxBytes = 32 * 1024 * 1024;

/** Bounds what large bodies take together, from their first byte until both work and answer are done. */
export interface LargeBodies {
  /**
   * Lets a request in whose body may have `limitBytes`.
   *
   * @throws {ApiError} `BULK_BUSY`
   */
  admit(request: IncomingMessage, response: ServerResponse, limitBytes: number): AdmittedBody;
}

/** A body that may come. */
export type AdmittedBody = {
  /**
   * Passes the body on and counts it, for a client that promises much and sends nothing takes no room from others. The
   * stream fails with `BULK_BUSY` when the others have taken the room meanwhile.
   */
  readonly count: (body: Readable) => Readable;
  /** Tells of work that goes on with the body, which it may do after its client has gone. */
  readonly onWork: (work: Promise<unknown>) => void;
};

/** Makes the bound for one server. */
export function createLargeBodies(maxBytes = defaultMaxBytes): LargeBodies {
  let bytesInFlight = 0;
  return {
    admit(request, response, limitBytes) {
      const largest = largestBody(request, limitBytes);
      if (largest <= smallBytes) return { count: (body) => body, onWork: () => undefined };
      // Of a connection that has closed meanwhile nothing would tell that its body is done with, nor hear the answer.
      if (response.closed || bytesInFlight + largest > maxBytes) throw new ApiError("BULK_BUSY");
      let bytes = 0;
      let holds = 1;
      const release = (): void => {
        holds -= 1;
        if (holds > 0) return;
        bytesInFlight -= bytes;
        bytes = 0;
      };
      const grow = (by: number): void => {
        // What comes after the end of the connection is nobody's any more.
        if (holds === 0) return;
        if (bytesInFlight + by > maxBytes) throw new ApiError("BULK_BUSY");
        bytesInFlight += by;
        bytes += by;
      };
      response.once("close", release);
      return {
        count: (body) => countedBy(grow, body),
        onWork(work) {
          holds += 1;
          void work.then(release, release);
        },
      };
    },
  };
}

function countedBy(grow: (bytes: number) => void, body: Readable): Readable {
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        grow(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  // Not by pipeline(), which would close the connection together with a stream that failed, before the answer.
  body.on("error", (error) => counted.destroy(error));
  counted.on("error", () => body.resume());
  return body.pipe(counted);
}

/** A body without a declared length, or with one that is refused later, may become as large as the limit. */
function largestBody({ headers }: IncomingMessage, limitBytes: number): number {
  return Math.min(Number(headers["content-length"] ?? limitBytes), limitBytes);
}
