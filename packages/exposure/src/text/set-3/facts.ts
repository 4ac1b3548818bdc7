import type { Decision } from '../../score/method-2/decide.ts';
import type { ScoreFacts } from '../../score/score-facts.ts';

/** What the sentences of a result of method 2 are written from. */
export interface DecidedFacts extends ScoreFacts {
  readonly decision: Decision;
}
