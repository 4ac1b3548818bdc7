import { trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino } from 'pino';

const DEFAULT_LEVEL = 'warn';

/**
 * The log of this process: one JSON object a line on stderr, without the passwords of addresses. A line is written
 * before the call returns, so that the last one of a process that ends is not lost.
 */
export function openProcessLog(to: DestinationStream): Logger {
  return pino({ level: DEFAULT_LEVEL, mixin: traceOf }, { write: (line) => to.write(hidePasswords(line)) });
}

/** The trace that a line belongs to, by the names that log collectors join on; nothing where none is recorded. */
function traceOf(): object {
  const span = trace.getActiveSpan();
  if (span === undefined || !span.isRecording()) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** The same log, for lines that are written whatever LOG_LEVEL is: the reason why a process ends. */
export function alwaysLogging(log: Logger): Logger {
  return log.child({}, { level: 'fatal' });
}

/**
 * Writes everything that reaches stderr through Node as lines of the log: warnings, exceptions that nothing caught, and
 * texts of libraries and of threads. An exception that nothing caught ends the process with exit code 1, as it does
 * without a log. Only what Node writes natively while it is dying, such as out of memory, is not JSON.
 */
export function logWholeProcess(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, warning.message));
  process.on('uncaughtException', (error, origin) => {
    alwaysLogging(log).fatal({ err: error, origin }, 'an exception was not caught; the process ends');
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

type Done = (error?: Error | null) => void;

/** Name and password in an address such as `https://name:password@host`. */
function hidePasswords(line: string): string {
  return line.replaceAll(/(:\/\/)[^\s/@"\\]+@/g, '$1[hidden]@');
}
