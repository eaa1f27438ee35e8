import { readLocaleConfig } from "../config.ts";
import { chooseLanguage, type Language } from "./say.ts";

/** The language of who runs the command. @throws {ConfigError} */
export function readLanguage(): Language {
  const { lcAll, lcMessages, lang } = readLocaleConfig();
  return chooseLanguage([lcAll, lcMessages, lang]);
}
