import type { Config } from '../config.ts';
import type { Pool } from '../db/index.ts';

/** What a command gets from the frame: settings, a database, and where its words go. */
export interface CommandContext {
  readonly config: Config;
  /** The migrated database; opened at the first call, closed by the frame at the end. */
  readonly openDatabase: () => Promise<Pool>;
  /** One line of data, to stdout. */
  readonly out: (text: string) => void;
  /** One line for people, to stderr. */
  readonly err: (text: string) => void;
  /** How far long work has come: one line on stderr, replaced in a terminal, sparse elsewhere. */
  readonly progress: (text: string) => void;
  /** Aborted by Ctrl-C; long work stops at the next safe place. */
  readonly signal: AbortSignal;
}

export const EXIT = {
  ok: 0,
  /** A negative answer where the command asks a question. */
  no: 1,
  /** Wrong usage or input. */
  usage: 2,
  /** It could not be done: database, network, disk. */
  failed: 3,
  cancelled: 130,
} as const;

/** Ends the command with this exit code and message, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
