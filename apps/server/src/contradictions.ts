import type { ConfigFault } from "@narrows/service/config";
import { clickFaults } from "./clicks/click-faults.ts";
import type { ServerConfig } from "./config.ts";
import { isDecodable } from "./percent-encoding.ts";

/** Options that are each right and cannot be together. */
export function contradictions(config: ServerConfig): readonly ConfigFault[] {
  const { baseUrl, domains = [] } = config;
  const faults: ConfigFault[] = [
    ...databaseFaults(config),
    ...edgeFaults(config),
    ...safetyFaults(config),
    ...clickFaults(config),
  ];
  if (baseUrl !== undefined && baseUrl.href !== `${baseUrl.origin}/`) {
    faults.push({
      option: "BASE_URL",
      problem: "it has more than scheme, host and port.",
      mend: `Write it as ${baseUrl.origin}; short links have one path segment.`,
    });
  }
  if (domains.includes(baseUrl?.hostname ?? "localhost")) {
    faults.push({
      option: "DOMAINS",
      problem: "it names the host of BASE_URL.",
      mend: "Leave that host out: it is the default domain.",
    });
  }
  if (new Set(domains).size !== domains.length) {
    faults.push({ option: "DOMAINS", problem: "it names a host twice.", mend: "Name each host once." });
  }
  return faults;
}

function databaseFaults({ databaseUrl, databaseReplicaUrl }: ServerConfig): ConfigFault[] {
  const faults = [...addressFaults("DATABASE_URL", databaseUrl)];
  faults.push(...addressFaults("DATABASE_REPLICA_URL", databaseReplicaUrl));
  if (databaseReplicaUrl !== undefined && databaseUrl === undefined) {
    const problem = "without DATABASE_URL there is no database that it could be a replica of.";
    faults.push({ option: "DATABASE_REPLICA_URL", problem, mend: "Set DATABASE_URL to the primary." });
  }
  return faults;
}

function addressFaults(option: string, url: URL | undefined): ConfigFault[] {
  if (url === undefined) return [];
  if (url.host.includes(",")) {
    return [{ option, problem: "it names several hosts.", mend: "Write it with one host." }];
  }
  if ([url.username, url.password, url.host].every(isDecodable)) return [];
  const problem = "it has a % that is followed by no two digits of a character's code.";
  return [{ option, problem, mend: "Encode a % that stands for itself, as in a password, as %25." }];
}

function edgeFaults({ baseUrl, edgeMaxAgeMs, edgePurgeUrls }: ServerConfig): ConfigFault[] {
  const faults: ConfigFault[] = [];
  if (edgeMaxAgeMs !== undefined && baseUrl === undefined) {
    const problem = "it needs BASE_URL, for an edge tells links apart by host and code.";
    faults.push({ option: "EDGE_MAX_AGE", problem, mend: "Set BASE_URL to where short links begin." });
  }
  if (edgePurgeUrls !== undefined && edgeMaxAgeMs === undefined) {
    const problem = "without EDGE_MAX_AGE there are no copies to purge.";
    faults.push({ option: "EDGE_PURGE_URLS", problem, mend: "Set EDGE_MAX_AGE as well, or neither." });
  }
  if (edgePurgeUrls?.some(({ username, password }) => username !== "" || password !== "") === true) {
    const problem = "one of them has a user name or a password in it.";
    faults.push({ option: "EDGE_PURGE_URLS", problem, mend: "Leave it out, and set EDGE_PURGE_KEY." });
  }
  return faults;
}

function safetyFaults({ safetyLookupUrl, safetyLookupKey }: ServerConfig): ConfigFault[] {
  const faults: ConfigFault[] = [];
  if (safetyLookupKey !== undefined && safetyLookupUrl === undefined) {
    const problem = "without SAFETY_LOOKUP_URL there is nobody to send it to.";
    faults.push({ option: "SAFETY_LOOKUP_KEY", problem, mend: "Set SAFETY_LOOKUP_URL as well, or neither." });
  }
  if (safetyLookupUrl !== undefined && (safetyLookupUrl.username !== "" || safetyLookupUrl.password !== "")) {
    const problem = "it has a user name or a password in it.";
    faults.push({ option: "SAFETY_LOOKUP_URL", problem, mend: "Leave it out, and set SAFETY_LOOKUP_KEY." });
  }
  return faults;
}
