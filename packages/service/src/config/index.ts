export { ConfigError, MalformedValue, type ConfigFault } from "./config-error.ts";
export { bytes, choice, duration, integer, list, onOff, path, text, url, type ConfigKind } from "./config-kind.ts";
export { configReference } from "./config-reference.ts";
export { defineConfig, type ConfigOf, type ConfigRow, type ConfigTable } from "./config-table.ts";
export { readConfig } from "./read-config.ts";
