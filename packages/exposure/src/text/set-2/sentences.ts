import { adviceOf } from '@assay/wording';
import type { ScoreFacts } from '../../score/score-facts.ts';
import type { ResultSentences } from '../../score/sentence.ts';
import { describeChanges } from './changes.ts';
import { groundsOf, writeHeadline } from './headline.ts';
import { say } from './say.ts';
import { writeText } from './text.ts';
import { writeWhy } from './why.ts';

/**
 * Text set 2: every sentence with its code and parameters (docs/method, section 6.7). Against set 1: it names limited
 * data beside low risk, cites the government's list before anyone who repeats it, says what to do, and has no word of
 * size that the figure beside it contradicts.
 */
export function writeSentences(facts: ScoreFacts): ResultSentences {
  const { cause } = facts;
  const own = cause.rule === 'identity' ? cause.label.category : null;
  const reason = cause.rule === 'not_rated' ? cause.reason : null;
  return {
    headline: writeHeadline(facts),
    advice: [say(`advice_${adviceOf({ ...groundsOf(facts), reason, own })}`)],
    text: writeText(facts),
    why: writeWhy(facts),
    wouldChange: describeChanges(facts),
  };
}
