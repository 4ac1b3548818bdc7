/** Fields of a line: `err` is written with its stack. Nothing secret. */
export interface LogFacts {
  readonly err?: unknown;
  readonly [field: string]: unknown;
}

/** The log of the process. */
export interface Log {
  info(facts: LogFacts, message: string): void;
  warn(facts: LogFacts, message: string): void;
  error(facts: LogFacts, message: string): void;
}
