import type { ConfigKind } from "./config-kind.ts";

/** One configuration option: an environment variable. */
export type ConfigRow = {
  /** The variable's name, such as `DATA_DIR`. */
  readonly name: string;
  readonly kind: ConfigKind;
  /** As someone would write it; null: no value when unset. */
  readonly default: string | null;
  /** True: the value is never shown, neither in a message nor in a log. */
  readonly secret: boolean;
  /** One sentence for the reference page. */
  readonly sentence: string;
};

/** Every option of a program, in the order of the reference page. */
export type ConfigTable = readonly ConfigRow[];

/**
 * The values that a table reads. `DATA_DIR` becomes `dataDir`, and a kind with a unit adds it: `deafLimitMs`.
 * An option whose default is null may be undefined.
 */
export type ConfigOf<Table extends ConfigTable> = {
  readonly [Row in Table[number] as PropertyName<Row>]: ValueOf<Row>;
};

/**
 * Declares the options of a program; `readConfig` reads them.
 *
 * @throws {Error} When a default is not of its own kind or a name is there twice: a mistake in the program.
 */
export function defineConfig<const Table extends ConfigTable>(table: Table): Table {
  for (const row of table) {
    if (row.default !== null) row.kind.parse(row.default);
  }
  const names = table.map((row) => row.name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`The option ${repeated} is in the table twice.`);
  return table;
}

/** The property under which an option is read. */
export function propertyName(row: ConfigRow): string {
  const camelCase = row.name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return camelCase + row.kind.unit;
}

type PropertyName<Row extends ConfigRow> = `${CamelCase<Lowercase<Row["name"]>>}${Row["kind"]["unit"]}`;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type ValueOf<Row extends ConfigRow> = Row["default"] extends null
  ? ReturnType<Row["kind"]["parse"]> | undefined
  : ReturnType<Row["kind"]["parse"]>;
