import { defineConfig, integer, list, path, readConfig, text, url, type ConfigOf } from "@narrows/service/config";

/** Where commands work. */
const placeConfig = defineConfig([
  {
    name: "DATA_DIR",
    kind: path(),
    default: "./data",
    secret: false,
    sentence:
      "As the service has it: folder of the embedded databases of links and of clicks, the secrets made at the first start, and the compile cache.",
  },
  {
    name: "DATABASE_URL",
    kind: url("postgres:", "postgresql:"),
    default: null,
    secret: true,
    sentence:
      "As the service has it: where `db`, `keys`, `codes` and `clicks` work. Unset: the embedded databases in `DATA_DIR`.",
  },
  {
    name: "NARROWS_SERVER",
    kind: url("http:", "https:"),
    default: null,
    secret: false,
    sentence:
      "Where `links`, `reports`, `stats` and `edge-agent` find the link service. Unset: `http://127.0.0.1:PORT`.",
  },
  {
    name: "PORT",
    kind: integer({ min: 0, max: 65_535 }),
    default: "8787",
    secret: false,
    sentence: "The port of the service on this machine, as the service reads it.",
  },
  {
    name: "NARROWS_KEY",
    kind: text(),
    default: null,
    secret: true,
    sentence:
      "The API key that `links` (scopes `links:read`, `links:write`; to quarantine `links:moderate`), `reports` (`links:moderate`), `stats` (`stats:read`) and `edge-agent` (`edge:read`) send.",
  },
  {
    name: "ADMIN_KEY",
    kind: text(),
    default: null,
    secret: true,
    sentence:
      "As the service has it: sent to a service on this machine where there is no `NARROWS_KEY`. Unset: `DATA_DIR/admin-key`.",
  },
  {
    name: "CODE_STRATEGY",
    kind: text(),
    default: null,
    secret: false,
    sentence: "As the service has it: whose codes `codes decode` takes apart, unless it is told.",
  },
  {
    name: "CODE_SECRET",
    kind: text({ minLength: 16 }),
    default: null,
    secret: true,
    sentence:
      "As the service has it: what `codes decode` needs for `snowflake-permuted`. Unset: `DATA_DIR/code-secret`.",
  },
  {
    name: "POLICIES_FILE",
    kind: path(),
    default: null,
    secret: false,
    sentence: "As the service has it: what `policies lint` and `policies show` look at. Unset: the built-in policies.",
  },
]);

/** What `keys create --domain` hands to the service's own table, to know the names that the service has. */
const hostConfig = defineConfig([
  {
    name: "BASE_URL",
    kind: url("http:", "https:"),
    default: null,
    secret: false,
    sentence: "As the service has it: its host is one that `keys create --domain` takes.",
  },
  {
    name: "DOMAINS",
    kind: list(text()),
    default: null,
    secret: false,
    sentence: "As the service has it: the other hosts that `keys create --domain` takes.",
  },
]);

/** What decides the language: read apart, so that a faulty option is refused in the right one. */
const localeConfig = defineConfig([
  {
    name: "LC_ALL",
    kind: text(),
    default: null,
    secret: false,
    sentence: "The language of what is said: Korean for `ko…`, else English. The first that is set counts.",
  },
  { name: "LC_MESSAGES", kind: text(), default: null, secret: false, sentence: "The same, where `LC_ALL` is not set." },
  { name: "LANG", kind: text(), default: null, secret: false, sentence: "The same, where neither is set." },
]);

/** Every option of the command line beside those of the server, which `narrows serve` hands on. */
export const cliConfig = defineConfig([...placeConfig, ...hostConfig, ...localeConfig]);

export type CliConfig = ConfigOf<typeof placeConfig>;
export type LocaleConfig = ConfigOf<typeof localeConfig>;

/** @throws {ConfigError} */
export function readCliConfig(): CliConfig {
  return readConfig(placeConfig, process.env);
}

/** The host of BASE_URL, where commands have it as the service does. @throws {ConfigError} */
export function readDefaultHost(): string | undefined {
  return readConfig(hostConfig, process.env).baseUrl?.hostname;
}

/** @throws {ConfigError} */
export function readLocaleConfig(): LocaleConfig {
  return readConfig(localeConfig, process.env);
}

/** What a program that `narrows` starts reads its own options from. */
export const environment = process.env;
