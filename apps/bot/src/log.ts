import { ApiError } from '@assay/contracts/client';
import { GrammyError, HttpError } from 'grammy';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Until the settings are read: no secret is known yet. */
const UNCONFIGURED = { token: '', apiSecret: '', logLevel: 'warn' } as const;

/**
 * The bot's log: events without persons. No chat ids, no addresses, no texts; if a library writes the token or the
 * secret into a line, they are removed.
 */
export function buildLog(
  { token, apiSecret, logLevel }: Pick<Config, 'token' | 'apiSecret' | 'logLevel'> = UNCONFIGURED,
  to: DestinationStream = pino.destination(2),
): Logger {
  const secrets = [token, token.slice(token.indexOf(':') + 1), apiSecret].filter((secret) => secret !== '');
  const clean: DestinationStream = {
    write: (line) => to.write(secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line)),
  };
  return pino({ level: logLevel, name: 'bot' }, clean);
}

/** An error in a form fit for the log: its kind and the remote side's message, not what was sent. */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof GrammyError) {
    return { telegram: error.error_code, method: error.method, description: error.description };
  }
  if (error instanceof HttpError) return { telegram: 'unreachable', description: error.message };
  if (error instanceof ApiError) {
    return { server: error.errorName, status: error.status, requestId: error.requestId };
  }
  if (error instanceof Error) return { type: error.name, message: error.message, stack: error.stack };
  return { message: String(error) };
}
