/** One thing that is wrong with a configuration. Never carries a secret's value. */
export type ConfigFault = {
  /** The variable, or the file, at fault. */
  readonly option: string;
  readonly problem: string;
  /** What would be right; empty where `problem` says it. */
  readonly mend: string;
};

/** The program cannot start as configured. Names every fault at once, so that one round mends them all. */
export class ConfigError extends Error {
  readonly code = "CONFIG_INVALID";
  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[], options?: ErrorOptions) {
    super(["The program cannot start as configured:", ...faults.map(renderFault)].join("\n"), options);
    this.name = "ConfigError";
    this.faults = faults;
  }
}

/** A text that is not of the kind it should be. The message says what would be right. */
export class MalformedValue extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MalformedValue";
  }
}

function renderFault(fault: ConfigFault): string {
  return `  ${[`${fault.option}:`, fault.problem, fault.mend].filter((part) => part !== "").join(" ")}`;
}
