import { adviceOf } from '@assay/wording';
import { METHOD_REVISION } from '../../method/method-revision.ts';
import type { TextSet } from '../../method/text-set.ts';
import type { AssessmentInput, ExplainedRow } from '../../score/assessment.ts';
import type { Decision } from '../../score/method-2/decide.ts';
import { isRisky } from '../../score/score-sums.ts';
import { headlineAlone, type ResultSentences, type Sentence, textsOf } from '../../score/sentence.ts';
import { groundsOf, writeReason } from '../set-2/headline.ts';
import { say as sayFormer } from '../set-2/say.ts';
import { writeText } from '../set-2/text.ts';
import { sayUnreadable } from '../unreadable/say-unreadable.ts';
import type { ResultTexts } from '../write-texts.ts';
import { describeChanges, leastChanges } from './changes.ts';
import { type DecidedFacts, ofWhatIsLeft } from './facts.ts';
import { say } from './say.ts';
import { categoriesOf, writeWhy } from './why.ts';

interface Given {
  readonly input: AssessmentInput;
  readonly rows: readonly ExplainedRow[];
  readonly decision: Decision;
  readonly textSet: TextSet;
}

/**
 * Text set 3, of version 2 of the method: the sentences of set 2, and those that its own rules need (docs/method/2,
 * section 6.7). It says limited data by the rule of version 2. Set 5 is set 3 with the smallest change to other stars;
 * set 7 adds what is said where a source answered and could not be read.
 */
export function writeTexts({ input, rows, decision, textSet }: Given): Omit<ResultTexts, 'textSet'> {
  const { score, identity, coverage, cause, stars } = decision;
  const facts: DecidedFacts = {
    ...{ input, score, identity, coverage, cause, stars, rows, decision },
    revision: METHOD_REVISION,
  };
  const headline = [writeBand(facts), writeReason(facts)];
  if (input.headlineOnly === true) return textsOf(sayUnreadable(headlineAlone(headline), input, textSet));
  const sentences: ResultSentences = {
    headline,
    advice: [writeAdvice(facts)],
    text: [...writeText(ofWhatIsLeft(facts)), ...addedText(facts)],
    why: writeWhy(facts),
    wouldChange: textSet === 3 ? describeChanges(facts) : [...leastChanges(facts), ...describeChanges(facts)],
  };
  return textsOf(sayUnreadable(sentences, input, textSet));
}

const BANDS = {
  0: 'not_rated',
  1: 'very_high_risk',
  2: 'high_risk',
  3: 'medium_risk',
  4: 'low_risk',
  5: 'low_risk',
} as const;

function writeBand({ decision, stars, cause, rows }: DecidedFacts): Sentence {
  if (!decision.isLimited) return sayFormer(BANDS[stars]);
  const hasRisk = rows.some(({ category, share }) => share > 0 && isRisky(category));
  return sayFormer(cause.rule === 'limited_coverage' && !hasRisk ? 'limited_no_risk' : 'limited_low_risk');
}

function writeAdvice(facts: DecidedFacts): Sentence {
  const { cause, decision } = facts;
  const own = cause.rule === 'identity' ? cause.label.category : null;
  const reason = cause.rule === 'not_rated' ? cause.reason : null;
  // Whether data are limited is decided by version 2, not by the rule of text set 2.
  const grounds = { ...groundsOf(facts), rule: 'linear', confidence: 'high', attributed: 1 } as const;
  const code = adviceOf({ ...grounds, reason, own });
  return sayFormer(code === 'keep' && decision.isLimited ? 'advice_limited' : `advice_${code}`);
}

function addedText({ input, rows, cause, decision }: DecidedFacts): readonly Sentence[] {
  const { aside } = decision.score.sides.bwd;
  const from = cause.rule === 'identity' ? cause.label.carriedFrom : undefined;
  const usd = input.incomingUsd === null ? null : aside * input.incomingUsd;
  return [
    ...(from === undefined ? [] : [say('carried_label', { network: from, own: true })]),
    ...(aside > 0 && cause.rule !== 'not_rated'
      ? [say('set_aside_listed', { share: aside, usd, categories: categoriesOf(rows.filter((row) => row.setAside)) })]
      : []),
    ...(input.withoutDerivedLabels === true && input.subject.node !== null ? [say('no_derived_labels')] : []),
  ];
}
