import { clickSettings, type ClickConfig } from "../click-settings.ts";

/** What clicks need of the options as a thread can be given it: addresses are texts. */
export type SentConfig = { readonly [Name in keyof ClickConfig]: Sent<ClickConfig[Name]> };

type Sent<Value> = Value extends URL ? string : Value;

export function sentConfig(config: ClickConfig): SentConfig {
  const { baseUrl, databaseUrl, clickhouseUrl, ...rest } = pick(config);
  return { ...rest, baseUrl: baseUrl?.href, databaseUrl: databaseUrl?.href, clickhouseUrl: clickhouseUrl?.href };
}

export function receivedConfig({ baseUrl, databaseUrl, clickhouseUrl, ...rest }: SentConfig): ClickConfig {
  return { ...rest, baseUrl: urlOf(baseUrl), databaseUrl: urlOf(databaseUrl), clickhouseUrl: urlOf(clickhouseUrl) };
}

function pick(config: ClickConfig): ClickConfig {
  return Object.fromEntries(clickSettings.map((name) => [name, config[name]])) as ClickConfig;
}

function urlOf(text: string | undefined): URL | undefined {
  return text === undefined ? undefined : new URL(text);
}
