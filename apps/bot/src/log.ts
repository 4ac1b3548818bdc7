import { ApiError } from '@assay/contracts/client';
import { GrammyError, HttpError } from 'grammy';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/**
 * The bot's log: what happened, never with whom. No chat ids, no addresses, no texts; and should a library put the token
 * or the secret into a line, they are taken out of it.
 */
export function buildLog(
  { token, apiSecret, logLevel }: Pick<Config, 'token' | 'apiSecret' | 'logLevel'>,
  to: DestinationStream = pino.destination(2),
): Logger {
  const secrets = [token, token.slice(token.indexOf(':') + 1), apiSecret];
  const clean: DestinationStream = {
    write: (line) => to.write(secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line)),
  };
  return pino({ level: logLevel, name: 'bot' }, clean);
}

/** An error as a log may hold it: its kind and the other side's words, not what was sent. */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof GrammyError) {
    return { telegram: error.error_code, method: error.method, description: error.description };
  }
  if (error instanceof HttpError) return { telegram: 'unreachable', description: error.message };
  if (error instanceof ApiError) {
    return { server: error.errorName, status: error.status, requestId: error.requestId };
  }
  if (error instanceof Error) return { name: error.name, message: error.message, stack: error.stack };
  return { message: String(error) };
}
