import type { Decision } from '../../score/method-2/decide.ts';
import type { ScoreFacts } from '../../score/score-facts.ts';

/** What the sentences of a result of method 2 are written from. */
export interface DecidedFacts extends ScoreFacts {
  readonly decision: Decision;
}

/** The same without the rows that are set aside: points and the text on a flow are of these rows. */
export function ofWhatIsLeft(facts: DecidedFacts): DecidedFacts {
  const { bwd, fwd } = facts.decision.score.sides;
  return { ...facts, input: { ...facts.input, incoming: bwd.exposure, outgoing: fwd.exposure } };
}
