import type { SourceCall } from '../../../sources/sources.ports.ts';
import { EXCHANGE_LIMITS, type ExchangeLimits, httpExchange } from '../http-exchange.ts';
import { memoryQuotaLedger } from '../memory-quota-ledger.ts';
import { type OpenProvider, openProvider, type ProviderDeps } from '../open-provider.ts';
import type { ProviderSettings } from '../provider.ts';

export type TrialSettings = Partial<ProviderSettings> & { readonly exchange?: Partial<ExchangeLimits> };

/** A provider on this machine without pace or quota unless the test gives them. */
export function trialProvider(
  baseUrl: string,
  { exchange, ...settings }: TrialSettings = {},
  deps: Partial<ProviderDeps> = {},
): OpenProvider {
  const limits = { ...EXCHANGE_LIMITS, totalMs: 1_000, answerBytes: 1024 * 1024, allowsPrivate: true, ...exchange };
  return openProvider(
    {
      name: 'trial',
      baseUrl,
      key: null,
      limits: { perSecond: 1_000, burst: 1_000, perDay: null, atOnce: 8 },
      isOperatorsHost: true,
      ...settings,
    },
    { exchange: httpExchange(limits), ledger: memoryQuotaLedger(), watch: SILENT, ...deps },
  );
}

const SILENT = { ended: () => undefined, breaker: () => undefined, quotaLeft: () => undefined };

export interface TrialCall extends SourceCall {
  /** Requests that left this machine. */
  readonly sent: () => number;
  readonly abort: () => void;
}

/** Somebody who asks, and may spend `budget` requests. */
export function trialCall(budget = Number.POSITIVE_INFINITY): TrialCall {
  const controller = new AbortController();
  let sent = 0;
  return {
    signal: controller.signal,
    spend: () => {
      if (sent >= budget) return false;
      sent += 1;
      return true;
    },
    sent: () => sent,
    abort: () => controller.abort(),
  };
}
