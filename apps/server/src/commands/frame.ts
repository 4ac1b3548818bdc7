import { CommandError, EXIT, listenForStop, type TextOutput, textOutput } from '@assay/command';
import { refuseSecretArguments } from '@assay/command/input';
import { type Command, CommanderError } from 'commander';
import { type OpenDatabase, openDatabase } from '../app/databases/open-database.ts';
import type { CommandContext } from '../platform/command/context.ts';
import type { ServiceOutput } from '../platform/command/service-output.ts';
import { ConfigError, readConfig } from '../platform/config/config.ts';
import { withSecretFiles } from '../platform/config/secret-files.ts';
import { StorageError } from '../platform/db/postgres/explain-failure.ts';
import { introduceAs } from '../platform/kernel/network/user-agent.ts';
import { messageOf } from '../platform/kernel/text/message-of.ts';
import { buildProgramFor } from './program.ts';

/** Commands that run until they are stopped: everything they write to stderr is a line of their log. */
const SERVICES: readonly string[] = ['serve', 'bot'];

/** Of the process, unless a test runs several commands in its own. */
export interface CommandSurroundings {
  readonly environment?: CommandContext['environment'];
  readonly openTextOutput?: () => TextOutput;
  readonly listen?: typeof listenForStop;
}

/** Runs one command line and returns its exit code; everything it opened is closed when it returns. */
export async function runCommand(
  args: readonly string[],
  { environment = process.env, openTextOutput = textOutput, listen = listenForStop }: CommandSurroundings = {},
): Promise<number> {
  const stop = listen();
  const service = SERVICES.includes(args[0] ?? '') ? await openService() : null;
  const output = service ?? openText(openTextOutput());
  let database: Promise<OpenDatabase> | undefined;
  let config: CommandContext['config'] | undefined;
  let program: Command | undefined;
  try {
    refuseSecretArguments(args);
    const settings = readConfig(withSecretFiles(environment));
    config = settings;
    introduceAs(settings.publicUrl);
    if (service !== null) service.log.level = settings.logLevel;
    const context: CommandContext = {
      config: settings,
      environment,
      openDatabase: async () => {
        const mustExist = program?.opts()['create'] !== true;
        database ??= openDatabase(settings, { mustExist, signal: stop.signal, report: output.progress });
        return (await database).pool;
      },
      out: output.out,
      err: output.say,
      progress: output.progress,
      ...(service === null ? {} : { service }),
      signal: stop.signal,
    };
    program = await buildProgramFor(args, context);
    await program.parseAsync(args, { from: 'user' });
    return stop.signal.aborted ? EXIT.cancelled : EXIT.ok;
  } catch (error) {
    const { code, text, cause } = explain(error, stop.signal);
    if (code === EXIT.cancelled) output.say(text);
    else if (text !== '') output.fail(text, cause);
    return config === undefined ? code : await recordQuietly(config, error, { code, output });
  } finally {
    output.clear();
    if (database !== undefined) await closeQuietly(database, output);
    stop.dispose();
  }
}

type Output = Pick<ServiceOutput, 'out' | 'say' | 'progress' | 'fail' | 'clear'>;

/** Loaded here: other commands do not wait for the log's code. */
async function openService(): Promise<ServiceOutput> {
  const { openServiceOutput } = await import('../platform/command/service-output.ts');
  return openServiceOutput();
}

function openText({ out, err, progress, clear }: TextOutput): Output {
  return { out, say: err, progress, fail: err, clear };
}

interface Explanation {
  readonly code: number;
  /** Empty where there is nothing to say. */
  readonly text: string;
  /** The error, where its text alone does not say enough to mend it. */
  readonly cause?: unknown;
}

function explain(error: unknown, signal: AbortSignal): Explanation {
  if (error instanceof CommandError) return { code: error.exitCode, text: error.message };
  if (signal.aborted) return { code: EXIT.cancelled, text: 'Stopped.' };
  // Commander has printed its own message; help and version are not failures.
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? EXIT.ok : EXIT.usage, text: '' };
  if (error instanceof ConfigError) return { code: EXIT.usage, text: error.message };
  if (error instanceof StorageError) return { code: EXIT.failed, text: error.message };
  return { code: EXIT.failed, text: messageOf(error), cause: error };
}

/** The command failed already; a failure to write its event is reported on one more line. */
async function recordQuietly(
  config: CommandContext['config'],
  error: unknown,
  { code, output }: { readonly code: number; readonly output: Output },
): Promise<number> {
  try {
    // Loaded here: a command that succeeds does not wait for it.
    const { recordRefusedDownload } = await import('../platform/command/record-event.ts');
    await recordRefusedDownload(config, error);
  } catch (fault) {
    output.fail(fault instanceof Error ? fault.message : String(fault), fault);
  }
  return code;
}

async function closeQuietly(opening: Promise<OpenDatabase>, output: Output): Promise<void> {
  // A database that could not be opened was reported as the command's failure, and there is nothing to close.
  const database = await opening.catch(() => null);
  try {
    await database?.close();
  } catch (error) {
    // The command succeeded or its failure was reported; this line says why something was not closed.
    output.fail(messageOf(error), error);
  }
}
