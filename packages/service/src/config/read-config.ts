import { ConfigError, MalformedValue, type ConfigFault } from "./config-error.ts";
import { propertyName, type ConfigOf, type ConfigRow, type ConfigTable } from "./config-table.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a program's options from its environment. An empty variable counts as unset.
 *
 * @param contradictions Looks at options that are each right but do not go together. Called when all are right.
 * @throws {ConfigError} With every fault; a secret's value is never in it.
 */
export function readConfig<Table extends ConfigTable>(
  table: Table,
  environment: Environment,
  contradictions?: (config: ConfigOf<Table>) => readonly ConfigFault[],
): ConfigOf<Table> {
  const faults: ConfigFault[] = [];
  const values = table.map((row) => [propertyName(row), readOption(row, environment, faults)] as const);
  if (faults.length > 0) throw new ConfigError(faults);
  const config = Object.freeze(Object.fromEntries(values)) as ConfigOf<Table>;
  const contradicting = contradictions?.(config) ?? [];
  if (contradicting.length > 0) throw new ConfigError(contradicting);
  return config;
}

function readOption(row: ConfigRow, environment: Environment, faults: ConfigFault[]): unknown {
  const given = environment[row.name] ?? "";
  const text = given === "" ? row.default : given;
  if (text === null) return undefined;
  try {
    return row.kind.parse(text);
  } catch (error) {
    if (!(error instanceof MalformedValue)) throw error;
    // A kind's message may repeat the text, so a secret gets the description alone.
    const mend = row.secret ? `It must be ${row.kind.description}.` : error.message;
    faults.push({ option: row.name, problem: describeValue(row, text), mend });
    return undefined;
  }
}

const shownLength = 100;

function describeValue(row: ConfigRow, text: string): string {
  if (row.secret) return "its value (a secret, not shown here) is not acceptable.";
  const shown = text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
  return `${JSON.stringify(shown)} is not acceptable.`;
}
