import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CodesError, decodePermuted, decodeSnowflake, type DecodedSnowflake } from "@narrows/codes";
import { CliError, OptionError } from "../cli-error.ts";
import type { CliConfig } from "../config.ts";

type SecretConfig = Pick<CliConfig, "codeSecret" | "dataDir">;

export type DecodedCode = DecodedSnowflake & { readonly strategy: Strategy };

const strategies = ["snowflake", "snowflake-permuted"] as const;
type Strategy = (typeof strategies)[number];

/**
 * Takes a code apart.
 *
 * @param given The strategy; else the service's, else `snowflake`.
 * @throws {OptionError}
 * @throws {CliError} `CODE_FOREIGN`, `CODE_SECRET_MISSING`, `STRATEGY_MUTE`
 */
export async function decodeCode(
  code: string,
  given: string | undefined,
  config: SecretConfig & Pick<CliConfig, "codeStrategy">,
): Promise<DecodedCode> {
  const strategy = given === undefined ? strategyOfService(config) : parseStrategy(given);
  const secret = strategy === "snowflake" ? "" : await readSecret(config);
  try {
    return { strategy, ...(strategy === "snowflake" ? decodeSnowflake(code) : decodePermuted(code, secret)) };
  } catch (error) {
    if (error instanceof CodesError) throw new CliError("CODE_FOREIGN", { code, strategy }, { cause: error });
    throw error;
  }
}

function parseStrategy(text: string): Strategy {
  const strategy = strategyOf(text);
  if (strategy === undefined) throw new OptionError("--strategy", "expected.strategy");
  return strategy;
}

function strategyOfService({ codeStrategy = "snowflake" }: Pick<CliConfig, "codeStrategy">): Strategy {
  const strategy = strategyOf(codeStrategy);
  if (strategy === undefined) throw new CliError("STRATEGY_MUTE", { strategy: codeStrategy });
  return strategy;
}

function strategyOf(text: string | undefined): Strategy | undefined {
  return strategies.find((strategy) => strategy === text);
}

/** From where the service has it. */
async function readSecret({ codeSecret, dataDir }: SecretConfig): Promise<string> {
  if (codeSecret !== undefined) return codeSecret;
  const path = resolve(join(dataDir, "code-secret"));
  const secret = (await readFile(path, "utf8").catch(() => "")).trim();
  if (secret === "") throw new CliError("CODE_SECRET_MISSING", { path });
  return secret;
}
