export type Next = (error?: unknown) => void;

/**
 * Makes middleware of Express that does not reject: what is thrown goes to `next`, since Express 4 does not look at what
 * middleware returns.
 *
 * @param limit Whether the request goes on; otherwise it has been answered.
 */
export function toMiddleware<Request, Response>(
  limit: (request: Request, response: Response, next: Next) => Promise<boolean>,
): (request: Request, response: Response, next: Next) => Promise<void> {
  return async (request, response, next) => {
    let goesOn: boolean;
    try {
      goesOn = await limit(request, response, next);
    } catch (error) {
      return next(error);
    }
    if (goesOn) next();
  };
}
