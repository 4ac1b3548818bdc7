import type { Terminal } from '@assay/command';
import type { Config } from '../config/config.ts';
import type { Pool } from '../db/index.ts';
import type { ServiceOutput } from './service-output.ts';

/** What a command gets from the frame: settings, a database and its output streams. */
export interface CommandContext extends Terminal {
  readonly config: Config;
  /** What the settings were read from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * The migrated database; opened at the first call, closed by the frame at the end. It fails where there is none yet: a
   * new one would answer for the one that was meant. With --create one is made.
   */
  readonly openDatabase: () => Promise<Pool>;
  /** The log and the output of `serve` and `bot`; no other command has them. */
  readonly service?: ServiceOutput;
}

/** The output of a command that runs until it is stopped. */
export function serviceOf({ service }: CommandContext): ServiceOutput {
  if (service === undefined) throw new Error('This command has no log');
  return service;
}
