import type { Config } from '../config/config.ts';
import type { Pool } from '../db/index.ts';
import type { ServiceOutput } from './service-output.ts';

/** What a command gets from the frame: settings, a database and its output streams. */
export interface CommandContext {
  readonly config: Config;
  /** What the settings were read from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * The migrated database; opened at the first call, closed by the frame at the end. With `mustExist` it fails where
   * there is none yet; otherwise one is made.
   */
  readonly openDatabase: (options?: { readonly mustExist?: boolean }) => Promise<Pool>;
  /** One line of data, to stdout. */
  readonly out: (text: string) => void;
  /** One line for people, to stderr. */
  readonly err: (text: string) => void;
  /** Progress of long work: one line on stderr, replaced in a terminal, printed rarely elsewhere. */
  readonly progress: (text: string) => void;
  /** The log and the output of `serve` and `bot`; no other command has them. */
  readonly service?: ServiceOutput;
  /** Aborted by Ctrl-C; long work stops at the next safe point. */
  readonly signal: AbortSignal;
}

/** The output of a command that runs until it is stopped. */
export function serviceOf({ service }: CommandContext): ServiceOutput {
  if (service === undefined) throw new Error('This command has no log');
  return service;
}

export const EXIT = {
  ok: 0,
  /** A negative answer where the command asks a question. */
  no: 1,
  /** Wrong usage or input. */
  usage: 2,
  /** The command failed: database, network, disk. */
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
