import { isLoopbackHost } from "@narrows/service";

/** Under which names the service is reached. '' is the default domain, the host of BASE_URL. */
export type Site = {
  /** The default domain's host name. */
  readonly defaultHost: string;
  readonly otherHosts: readonly string[];
  /** Where a domain's short links begin, without a slash at the end: `https://sho.rt`. */
  origin(domain: string): string;
  /** The domain that a Host header means; undefined when this service does not answer for it. */
  domainOf(host: string): string | undefined;
  /** The domain of a host name that a client names in a field; undefined when it is none of ours. */
  namedDomain(hostName: string): string | undefined;
};

export type SiteOptions = {
  /** Undefined: nobody said, so every Host is the default domain. */
  readonly baseUrl: URL | undefined;
  readonly domains: readonly string[];
  /** The port that is listened on. */
  readonly port: number;
};

/** Host headers come from clients, so what is remembered of them is bounded. */
const maxMemo = 1_000;

/** Binds the configured names together. */
export function createSite({ baseUrl, domains, port }: SiteOptions): Site {
  const base = baseUrl ?? new URL(`http://localhost:${port}`);
  const defaultHost = base.hostname;
  const memo = new Map<string, string | undefined>();
  const namedDomain = (hostName: string): string | undefined => {
    if (hostName === defaultHost) return "";
    return domains.includes(hostName) ? hostName : undefined;
  };
  const judge = (host: string): string | undefined => {
    const named = namedDomain(hostNameOf(host));
    const isServed = baseUrl === undefined || isLoopbackHost(host);
    return named ?? (isServed ? "" : undefined);
  };

  return {
    defaultHost,
    otherHosts: domains,
    origin(domain) {
      if (domain === "") return base.origin;
      return `${base.protocol}//${domain}${base.port === "" ? "" : `:${base.port}`}`;
    },
    domainOf(host) {
      if (memo.has(host)) return memo.get(host);
      if (memo.size >= maxMemo) memo.clear();
      const domain = judge(host);
      memo.set(host, domain);
      return domain;
    },
    namedDomain: (hostName) => namedDomain(hostName.toLowerCase()),
  };
}

/** `Sho.rt.:443` is `sho.rt`. */
function hostNameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d{1,5}$/, "")
    .replace(/\.$/, "");
}
