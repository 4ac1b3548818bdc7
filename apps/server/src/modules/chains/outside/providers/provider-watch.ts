import type { SourceError, SourceFault } from '../../sources/sources.ports.ts';
import type { BreakerState } from './breaker.ts';

export type QuestionOutcome = 'answered' | SourceFault['kind'];

/** Receives the outcome of every question; used by metrics and the health page. */
export interface ProviderWatch {
  ended(provider: string, outcome: QuestionOutcome, ms: number, failure?: SourceError): void;
  breaker(provider: string, state: BreakerState): void;
  /** Of the day; null where there is no quota. */
  quotaLeft(provider: string, left: number | null): void;
}

export const UNWATCHED: ProviderWatch = {
  ended: () => undefined,
  breaker: () => undefined,
  quotaLeft: () => undefined,
};
