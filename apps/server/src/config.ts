import {
  bytes,
  choice,
  defineConfig,
  duration,
  integer,
  list,
  MalformedValue,
  onOff,
  path,
  readConfig,
  text,
  url,
  type ConfigKind,
  type ConfigOf,
} from "@narrows/service/config";
import { blocklistFile } from "./blocklist-file.ts";
import { clickConfigTable } from "./clicks/click-config.ts";
import { contradictions } from "./contradictions.ts";
import { redisUrl } from "./redis-url.ts";
import { safetyConfigTable } from "./safety-config.ts";
import { adminKeyKind, secretKind } from "./secret-kind.ts";
import { trustedProxiesKind } from "./trusted-proxies.ts";

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** A host name in its one spelling: lower case, punycode, no port, no last dot. */
const hostName: ConfigKind<string, ""> = {
  description: "a host name such as `go.example.com`",
  unit: "",
  parse(written) {
    const parsed = /[\s/\\?#@:]/.test(written) ? null : URL.parse(`http://${written}/`);
    const host = parsed === null ? "" : withoutLastDots(parsed).hostname;
    if (!/^[a-z0-9.-]{0,252}[a-z0-9-]$/.test(host)) {
      throw new MalformedValue("It must be a host name such as `go.example.com`, without scheme and port.");
    }
    return host;
  },
};

/** People read it in a list of nodes; nothing is decided by it. */
const nodeName: ConfigKind<string, ""> = {
  description: "1 to 100 of A-Z, a-z, 0-9, '.', '_', '-' and ':'",
  unit: "",
  parse(written) {
    if (!/^[\w.:-]{1,100}$/.test(written)) {
      throw new MalformedValue("It must be 1 to 100 of A-Z, a-z, 0-9, '.', '_', '-' and ':'.");
    }
    return written;
  },
};

const webUrl = url("http:", "https:");

/** Where short links begin, its host in the one spelling. */
const webBase: ConfigKind<URL, ""> = {
  description: webUrl.description,
  unit: "",
  parse(written) {
    const parsed = withoutLastDots(webUrl.parse(written));
    // The setter leaves a host alone that would be empty without its dots.
    if (parsed.hostname.endsWith(".")) throw new MalformedValue("Its host must have a name such as `sho.rt`.");
    return parsed;
  },
};

/** `sho.rt.` is the same host as `sho.rt`, and no Host header is compared with the dot. */
function withoutLastDots(written: URL): URL {
  const mended = new URL(written);
  mended.hostname = written.hostname.replace(/(?<!\.)\.+$/, "");
  return mended;
}

/** Every option of the link service. */
export const serverConfigTable = defineConfig([
  {
    name: "HOST",
    kind: text(),
    default: "127.0.0.1",
    secret: false,
    sentence: "The address to listen on; `0.0.0.0` or `::` for every interface.",
  },
  {
    name: "PORT",
    kind: integer({ min: 0, max: 65_535 }),
    default: "8787",
    secret: false,
    sentence: "The port to listen on; 0 takes a free one.",
  },
  {
    name: "BASE_URL",
    kind: webBase,
    default: null,
    secret: false,
    sentence:
      "Where short links begin, such as `https://sho.rt`; when set, requests for other hosts are refused. Unset: `http://localhost:PORT`, and any host is answered.",
  },
  {
    name: "DOMAINS",
    kind: list(hostName),
    default: null,
    secret: false,
    sentence: "Further host names that links may live on, each with codes of its own.",
  },
  {
    name: "DATA_DIR",
    kind: path(),
    default: "./data",
    secret: false,
    sentence: "The folder for the database and the generated secrets; made when missing, for its owner alone.",
  },
  {
    name: "ADMIN_KEY",
    kind: adminKeyKind,
    default: null,
    secret: true,
    sentence: "The administrator's API key. Unset: made once and kept in `DATA_DIR/admin-key`.",
  },
  {
    name: "CODE_STRATEGY",
    kind: choice("hmac7", "sequence", "digest", "snowflake", "snowflake-permuted"),
    default: "hmac7",
    secret: false,
    sentence:
      "How codes are made: `hmac7` and `snowflake-permuted` cannot be guessed, `snowflake` tells time and node, `sequence` counts, `digest` is no secret for a known destination. See docs/reference/codes.md.",
  },
  {
    name: "CODE_SECRET",
    kind: secretKind,
    default: null,
    secret: true,
    sentence:
      "The key behind `hmac7` and `snowflake-permuted` codes and behind the hashes of anonymous users' addresses. Unset: made once and kept in `DATA_DIR/code-secret`.",
  },
  {
    name: "DATABASE_URL",
    kind: url("postgres:", "postgresql:"),
    default: null,
    secret: true,
    sentence:
      "The PostgreSQL database that all nodes of one installation share, such as `postgres://narrows:password@db:5432/narrows`. Unset: SQLite in `DATA_DIR`. See docs/guide/postgres.md.",
  },
  {
    name: "DATABASE_REPLICA_URL",
    kind: url("postgres:", "postgresql:"),
    default: null,
    secret: true,
    sentence:
      "A streaming replica of that database, where redirects look first; it may be behind, or fail, at any time. Unset: none.",
  },
  {
    name: "REDIS_URL",
    kind: redisUrl,
    default: null,
    secret: true,
    sentence:
      "A Redis, or a Redis Cluster, that all nodes of one installation share and nobody else: it keeps links that were read, and carries changes at once. It may fail at any time; changes then take a second. See docs/guide/operate.md.",
  },
  {
    name: "NODE_NAME",
    kind: nodeName,
    default: null,
    secret: false,
    sentence: "What this node is called where it holds something, such as a lease for codes. Unset: the host's name.",
  },
  {
    name: "TRUSTED_PROXIES",
    kind: trustedProxiesKind,
    default: null,
    secret: false,
    sentence: "The proxies whose X-Forwarded-For is believed. Setting it ends `ANONYMOUS_CREATE=auto`.",
  },
  {
    name: "ANONYMOUS_CREATE",
    kind: choice("auto", "on", "off"),
    default: "auto",
    secret: false,
    sentence: "Who may create links without a key: `auto` only somebody at this machine, `on` everybody, `off` nobody.",
  },
  {
    name: "ALLOW_PRIVATE_DESTINATIONS",
    kind: onOff(),
    default: "off",
    secret: false,
    sentence: "Whether links may lead to private, loopback and link-local addresses.",
  },
  {
    name: "BLOCKLIST_FILE",
    kind: blocklistFile,
    default: null,
    secret: false,
    sentence: "A file of 32 MiB at most with one host name a line; links to these and to names below them are refused.",
  },
  ...safetyConfigTable,
  {
    name: "POLICIES_FILE",
    kind: path(),
    default: null,
    secret: false,
    sentence:
      "A YAML file of limits in place of the built-in ones; a change is taken while the service runs. See docs/guide/limits.md.",
  },
  {
    name: "CACHE_SIZE",
    kind: bytes({ min: 1024 * 1024 }),
    default: "64MiB",
    secret: false,
    sentence: "How much memory the links that are followed most may take.",
  },
  {
    name: "DEAF_LIMIT",
    kind: duration({ max: 86_400_000 }),
    default: "30s",
    secret: false,
    sentence: "How long known links are served from memory while the database does not answer; after that 503.",
  },
  {
    name: "EDGE_MAX_AGE",
    kind: duration({ min: 1_000, max: 86_400_000 }),
    default: null,
    secret: false,
    sentence:
      "How long shared caches in front of the service may keep a redirect; see docs/guide/edge.md before you set it. Unset: not at all.",
  },
  {
    name: "EDGE_PURGE_URLS",
    kind: list(webUrl),
    default: null,
    secret: false,
    sentence: "Addresses that are told of each link that changes, by POST, so that an edge drops its copy.",
  },
  {
    name: "EDGE_PURGE_KEY",
    kind: secretKind,
    default: null,
    secret: true,
    sentence: "What `EDGE_PURGE_URLS` are sent as a bearer token. Unset: none.",
  },
  {
    name: "RETENTION",
    kind: duration({ min: 1_000 }),
    default: null,
    secret: false,
    sentence:
      "How long after its expiry a link stays as it is; then its contents move to the archive of the month and the code stays claimed. See docs/guide/retention.md. Unset: for ever.",
  },
  {
    name: "ARCHIVE_MONTHS",
    kind: integer({ min: 1, max: 1_200 }),
    default: null,
    secret: false,
    sentence:
      "How many whole months of the archive are kept beside the present one; older ones are dropped for good. Unset: all.",
  },
  ...clickConfigTable,
  {
    name: "WORKERS",
    kind: integer({ min: 1, max: 64 }),
    default: "1",
    secret: false,
    sentence:
      "How many processes share the port; one for each core that redirects may use. SIGHUP replaces them one by one. See docs/guide/operate.md.",
  },
  {
    name: "MAX_CONNECTIONS",
    kind: integer({ min: 1, max: 1_000_000 }),
    default: "10000",
    secret: false,
    sentence:
      "How many connections may be open at once; further ones are closed unanswered. At most the open files that the process may have (`ulimit -n`) less 64.",
  },
  {
    name: "LOG_LEVEL",
    kind: choice(...logLevels),
    default: "info",
    secret: false,
    sentence: "The least important kind of log line that is written.",
  },
  {
    name: "STOP_DEADLINE",
    kind: duration({ min: 100, max: 600_000 }),
    default: "10s",
    secret: false,
    sentence: "How long requests in flight may take to finish when the program is told to stop.",
  },
]);

export type ServerConfig = ConfigOf<typeof serverConfigTable>;

/**
 * Reads the service's options from the environment.
 *
 * @throws {ConfigError} With every fault.
 */
export function readServerConfig(environment: Readonly<Record<string, string | undefined>>): ServerConfig {
  return readConfig(serverConfigTable, environment, contradictions);
}
