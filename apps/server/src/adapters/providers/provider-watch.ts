import type { SourceError, SourceFault } from '../../features/sources/index.ts';
import type { BreakerState } from './breaker.ts';

export type QuestionOutcome = 'answered' | SourceFault['kind'];

/** What is told of every question; metrics and the health page listen. */
export interface ProviderWatch {
  ended(provider: string, outcome: QuestionOutcome, ms: number, failure?: SourceError): void;
  breaker(provider: string, state: BreakerState): void;
  /** Of the day; null where nobody counts. */
  quotaLeft(provider: string, left: number | null): void;
}
