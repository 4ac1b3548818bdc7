import { CommandError } from '@assay/command';
import { Command } from 'commander';
import { registerReport } from '../../src/commands/report.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import type { Pool } from '../../src/platform/db/index.ts';

interface ReportCommandSettings {
  readonly dataDir: string;
  /** @throws where the command must not open a database */
  readonly openDatabase: () => Promise<Pool>;
}

/** Runs `assay report` as the frame does; what it said, and how it ended. */
export async function runReport(args: readonly string[], { dataDir, openDatabase }: ReportCommandSettings) {
  const said: string[] = [];
  const context = {
    config: readConfig({ ASSAY_DATA_DIR: dataDir }),
    environment: {},
    openDatabase,
    out: (text: string) => void said.push(text),
    err: (text: string) => void said.push(text),
    progress: () => undefined,
    signal: new AbortController().signal,
  };
  const program = new Command('assay').exitOverride();
  registerReport(program, context);
  try {
    await program.parseAsync(['report', ...args], { from: 'user' });
    return { status: 0, said: said.join('\n') };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { status: error.exitCode, said: [...said, error.message].join('\n') };
  }
}
