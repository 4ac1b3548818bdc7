import { Command, CommanderError } from 'commander';
import { type OpenDatabase, openDatabase } from '../adapters/postgres/open-database.ts';
import { ConfigError, readConfig } from '../config.ts';
import { type CommandContext, CommandError, EXIT } from './context.ts';
import { progressLine } from './progress-line.ts';
import { registerAll } from './register-all.ts';
import { listenForStop } from './stop-signal.ts';

/** Runs one command line and returns its exit code; everything it opened is closed when it returns. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const stop = listenForStop();
  const progress = progressLine(process.stderr);
  let database: Promise<OpenDatabase> | undefined;
  try {
    const config = readConfig(process.env);
    const context: CommandContext = {
      config,
      openDatabase: async () => {
        database ??= openDatabase(config, { signal: stop.signal, report: progress.show });
        return (await database).pool;
      },
      out: (text) => {
        progress.clear();
        process.stdout.write(`${text}\n`);
      },
      err: (text) => {
        progress.clear();
        process.stderr.write(`${text}\n`);
      },
      progress: progress.show,
      signal: stop.signal,
    };
    const program = new Command('assay')
      .description('Risk checks of wallet addresses, and the labels and records they stand on.')
      .exitOverride()
      .showHelpAfterError('(assay --help lists the commands)');
    registerAll(program, context);
    await program.parseAsync(args, { from: 'user' });
    return stop.signal.aborted ? EXIT.cancelled : EXIT.ok;
  } catch (error) {
    progress.clear();
    return explain(error, stop.signal);
  } finally {
    progress.clear();
    if (database !== undefined) await closeQuietly(database);
    stop.dispose();
  }
}

function explain(error: unknown, signal: AbortSignal): number {
  if (error instanceof CommandError) {
    if (error.message !== '') process.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
  if (signal.aborted) {
    process.stderr.write('Stopped.\n');
    return EXIT.cancelled;
  }
  // Commander has printed its own message; help and version are not failures.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`);
    return EXIT.usage;
  }
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return EXIT.failed;
}

async function closeQuietly(database: Promise<OpenDatabase>): Promise<void> {
  try {
    await (await database).close();
  } catch (error) {
    // The command has its answer, or its own failure was reported; this one still says why something is left open.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}
