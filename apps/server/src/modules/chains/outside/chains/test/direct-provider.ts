import { type SourceCall, SourceError } from '../../../sources/sources.ports.ts';
import type { Provider, ProviderRequest } from '../../providers/provider.ts';

const LIMITS = { perSecond: 1_000, burst: 1_000, perDay: null, atOnce: 4 } as const;

/** A provider without limits and retries, for tests of wire formats. */
export function directProvider(
  name: string,
  baseUrl: string,
): Provider & { readonly asked: readonly ProviderRequest[] } {
  const asked: ProviderRequest[] = [];
  return {
    name,
    limits: LIMITS,
    asked,
    ask: async (request, call, read) => {
      if (!call.spend()) throw new SourceError({ kind: 'cancelled', by: 'budget' });
      asked.push(request);
      const query = new URLSearchParams(request.query ?? {}).toString();
      const response = await fetch(`${baseUrl}${request.path}${query === '' ? '' : `?${query}`}`, {
        method: request.method,
        signal: call.signal,
        ...(request.body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(request.body),
        }),
      });
      const text = await response.text();
      if (!response.ok && request.isAbsent?.({ status: response.status, text }) === true) return read('');
      if (response.status === 429) throw new SourceError({ kind: 'rate-limited', provider: name, retryAfterMs: null });
      if (!response.ok) throw new SourceError({ kind: 'unavailable', provider: name, reason: String(response.status) });
      return read(text);
    },
  };
}

/** A provider of recorded answers: the first one whose test accepts the request. */
export function recordedProvider(name: string, answer: (request: ProviderRequest) => unknown): Provider {
  return {
    name,
    limits: LIMITS,
    ask: async (request, call, read) => {
      if (!call.spend()) throw new SourceError({ kind: 'cancelled', by: 'budget' });
      const given = answer(request);
      return read(typeof given === 'string' ? given : JSON.stringify(given));
    },
  };
}

/** A call without a budget that counts its cost. */
export function freeCall(): SourceCall & { readonly spent: () => number } {
  let spent = 0;
  return {
    signal: AbortSignal.timeout(60_000),
    spend: () => {
      spent += 1;
      return true;
    },
    spent: () => spent,
  };
}
