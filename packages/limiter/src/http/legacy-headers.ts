import { customHeaders } from "./custom-headers.ts";
import type { HeaderFormat } from "./header-format.ts";

/** The customary X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset; Reset is in seconds from now. */
export function legacyHeaders(): HeaderFormat {
  return customHeaders("X-RateLimit");
}
