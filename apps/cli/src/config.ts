import { defineConfig, path, readConfig, text, url, type ConfigOf } from "@narrows/service/config";

/** The options of the command line beside those of the server, which `narrows serve` hands on. */
export const cliConfig = defineConfig([
  {
    name: "DATA_DIR",
    kind: path(),
    default: "./data",
    secret: false,
    sentence: "Folder of the embedded database, the secrets made at the first start, and the compile cache.",
  },
  {
    name: "NARROWS_SERVER",
    kind: url("http:", "https:"),
    default: "http://127.0.0.1:8787",
    secret: false,
    sentence: "Where `narrows links` finds the link service.",
  },
  {
    name: "NARROWS_KEY",
    kind: text(),
    default: null,
    secret: true,
    sentence: "The API key that `narrows links` sends; unset, a service on this machine gets DATA_DIR/admin-key.",
  },
]);

/** What decides the language and the look; read apart, so that a faulty option is refused in the right language. */
export const terminalConfig = defineConfig([
  { name: "LC_ALL", kind: text(), default: null, secret: false, sentence: "Language of the texts, before all others." },
  { name: "LC_MESSAGES", kind: text(), default: null, secret: false, sentence: "Language of the texts." },
  { name: "LANG", kind: text(), default: null, secret: false, sentence: "Language of the texts, after all others." },
  { name: "NO_COLOR", kind: text(), default: null, secret: false, sentence: "Set to anything: no colour." },
]);

export type CliConfig = ConfigOf<typeof cliConfig>;
export type TerminalConfig = ConfigOf<typeof terminalConfig>;

/** @throws {ConfigError} */
export function readCliConfig(): CliConfig {
  return readConfig(cliConfig, process.env);
}

/** @throws {ConfigError} */
export function readTerminalConfig(): TerminalConfig {
  return readConfig(terminalConfig, process.env);
}

/** What a program that `narrows` starts reads its own options from. */
export const environment = process.env;
