import type { Logger } from 'pino';

/**
 * Writes everything that reaches stderr through Node as lines of the log: warnings, exceptions that nothing caught, and
 * texts of libraries. An exception that nothing caught ends the process with exit code 1, as it does without a log.
 */
export function logWholeProcess(log: Logger, describe: (error: unknown) => object): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn(describe(warning), warning.message));
  process.on('uncaughtException', (error, origin) => {
    logEnd(log, { ...describe(error), origin }, 'an exception was not caught; the process ends');
    process.exit(1);
  });
  process.stderr.write = (
    chunk: Uint8Array | string,
    encodingOrDone?: BufferEncoding | Done,
    whenWritten?: Done,
  ): boolean => {
    const text = (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()).trim();
    if (text !== '') log.error({ source: 'stderr' }, text);
    const done = typeof encodingOrDone === 'function' ? encodingOrDone : whenWritten;
    if (done !== undefined) process.nextTick(done);
    return true;
  };
}

/** Logs why the process ends, whatever LOG_LEVEL is. */
export function logEnd(log: Logger, facts: object, message: string): void {
  log.child({}, { level: 'fatal' }).fatal(facts, message);
}

type Done = (error?: Error | null) => void;
