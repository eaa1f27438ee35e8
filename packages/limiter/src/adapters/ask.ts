import type { RequestOrigin } from "../http/client-address.ts";
import { createClientIdentity } from "../http/client-identity.ts";
import type { Scope, ScopeParts } from "../scope.ts";
import type { LimitOptions } from "./limit-options.ts";

/**
 * Makes the translation of a request to what the limiter is asked about; undefined when its client is gone and has left
 * nothing to know him by. Counted as `anonymous`, he could use up what clients without an address have.
 *
 * @throws {LimiterError} `HTTP_OPTION_INVALID`
 */
export function createAsk<Incoming, Asked = Scope>(options: LimitOptions<Incoming, Asked>) {
  const { identify, route = "", scope = defaultScope } = options;
  const identityOf = createClientIdentity(options);
  return async (request: Incoming, origin: RequestOrigin): Promise<{ readonly asked: Asked } | undefined> => {
    const id = await identify?.(request);
    if (origin.isGone === true && origin.remoteAddress === undefined && (id ?? "") === "") return undefined;
    // The types demand `scope` where the limiter takes no scope, so that the default is right here.
    return { asked: (await scope(request, identityOf(origin, id))) as Asked };
  };

  function defaultScope(request: Incoming, client: string): ScopeParts {
    return { client, route: typeof route === "function" ? route(request) : route };
  }
}
