import type { Agent } from 'undici';
import { egressAgent, isOutside, PRIVATE_CODE } from '../../../../platform/kernel/network/egress-guard.ts';
import { userAgent } from '../../../../platform/kernel/network/user-agent.ts';

export interface ExchangeRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface ExchangeAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

export interface ExchangeLimits {
  readonly connectMs: number;
  /** From the first byte sent to the last byte read. */
  readonly totalMs: number;
  readonly answerBytes: number;
  /** Whether the host may have a private address. */
  readonly allowsPrivate: boolean;
}

export const EXCHANGE_LIMITS: Omit<ExchangeLimits, 'allowsPrivate'> = {
  connectMs: 3_000,
  totalMs: 8_000,
  answerBytes: 16 * 1024 * 1024,
};

/** Why there was no answer, in words that name neither address nor key. */
export class ExchangeFailure extends Error {
  override readonly name = 'ExchangeFailure';
}

/** One exchange over HTTP, without redirects and without a second attempt. */
export interface Exchange {
  send(request: ExchangeRequest, signal: AbortSignal): Promise<ExchangeAnswer>;
  close(): Promise<void>;
}

const PRIVATE = 'its name leads into a private network';
const LATE = 'no answer in time';

const REASONS: Readonly<Record<string, string>> = {
  [PRIVATE_CODE]: PRIVATE,
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: LATE,
  UND_ERR_BODY_TIMEOUT: LATE,
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is too large',
};

/** @throws ExchangeFailure where nothing came back; the reason of the signal where it was aborted. */
export function httpExchange(limits: ExchangeLimits): Exchange {
  let agent: Promise<Agent> | undefined;
  const opened = () => {
    agent ??= egressAgent(
      { connectMs: limits.connectMs, allows: (to) => limits.allowsPrivate || isOutside(to) },
      {
        headersTimeout: limits.totalMs,
        bodyTimeout: limits.totalMs,
        maxResponseSize: limits.answerBytes,
        keepAliveTimeout: 10_000,
      },
    );
    return agent;
  };
  return {
    async send({ method, url, headers, body }, signal) {
      signal.throwIfAborted();
      const { request } = await import('undici');
      const dispatcher = await opened();
      const late = AbortSignal.timeout(limits.totalMs);
      try {
        const answer = await request(url, {
          method,
          dispatcher,
          // Not compressed: the limit of size then counts what is read.
          headers: {
            'user-agent': userAgent(),
            accept: 'application/json',
            'accept-encoding': 'identity',
            ...headers,
          },
          body,
          signal: AbortSignal.any([signal, late]),
        });
        const retryAfter = answer.headers['retry-after'];
        return {
          status: answer.statusCode,
          retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
          text: await answer.body.text(),
        };
      } catch (error) {
        signal.throwIfAborted();
        if (late.aborted) throw new ExchangeFailure(LATE);
        throw new ExchangeFailure(REASONS[codeOf(error)] ?? 'the connection broke');
      }
    },
    close: async () => (await agent)?.destroy(),
  };
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
