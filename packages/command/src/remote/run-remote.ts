import { CommanderError } from 'commander';
import { AssayError, AssayProblemError } from '../../../client/src/index.ts';
import { CommandError, EXIT } from '../exit.ts';
import { refuseSecretArguments } from '../input/refuse-secrets.ts';
import { listenForStop } from '../terminal/stop-signal.ts';
import { textOutput } from '../terminal/terminal.ts';
import { remoteEnvironment } from './connection.ts';
import { remoteProgram } from './program.ts';

/** Refusals that another request would not change: what was asked, or the key. */
const INPUT_STATUS: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 413, 414, 415, 422]);

/** Runs one command line that a server answers, and returns its exit code. */
export async function runRemote(args: readonly string[], version: string): Promise<number> {
  const stop = listenForStop();
  const output = textOutput();
  try {
    refuseSecretArguments(args);
    const program = remoteProgram(version, { ...output, signal: stop.signal }, remoteEnvironment());
    await program.parseAsync(args, { from: 'user' });
    return stop.signal.aborted ? EXIT.cancelled : EXIT.ok;
  } catch (error) {
    const { code, text } = explain(error, stop.signal);
    if (text !== '') output.err(text);
    return code;
  } finally {
    output.clear();
    stop.dispose();
  }
}

function explain(error: unknown, signal: AbortSignal): { readonly code: number; readonly text: string } {
  if (error instanceof CommandError) return { code: error.exitCode, text: error.message };
  if (signal.aborted) return { code: EXIT.cancelled, text: 'Stopped. What the server began goes on there.' };
  // Commander has printed its own message; help and version are not failures.
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? EXIT.ok : EXIT.usage, text: '' };
  if (error instanceof AssayProblemError) return problem(error);
  if (error instanceof AssayError) return { code: EXIT.failed, text: `${error.message}.` };
  // A fault of this program: its trace helps to mend it.
  return { code: EXIT.failed, text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function problem({ code, message, status, retryAfterSeconds, requestId }: AssayProblemError) {
  const wait = retryAfterSeconds === null ? '' : ` Try again in ${retryAfterSeconds} s.`;
  const request = requestId === null ? '' : ` (request ${requestId})`;
  return {
    code: INPUT_STATUS.has(status) ? EXIT.usage : EXIT.failed,
    text: `${code}: ${message}${wait}${request}`,
  };
}
