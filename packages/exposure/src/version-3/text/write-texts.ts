import type { Sentence } from '../../score/sentence.ts';
import type { Rating } from '../rating/rating.ts';
import { type Verdict, verdictOf } from '../rating/verdict.ts';
import { writeAdvice } from './advice.ts';
import type { TextFacts } from './facts.ts';
import { writeHeadline } from './headline.ts';
import { writeBelowVerdict } from './set-aside.ts';
import { writeText } from './text.ts';
import { writeWhy } from './why.ts';
import { writeWhyFinding } from './why-finding.ts';
import { writeWouldChange } from './would-change.ts';

/** The sentences of a result of version 3, by what they are for. */
export interface Sentences8 {
  readonly headline: readonly Sentence[];
  /** Contact of tier S that was taken out, said below the verdict. */
  readonly belowVerdict: readonly Sentence[];
  /** One line. */
  readonly advice: readonly Sentence[];
  /** The first is the reason of the headline. */
  readonly text: readonly Sentence[];
  readonly why: readonly Sentence[];
  /** Empty where `leastChanges` is not among the facts, but for an address whose own label decides. */
  readonly wouldChange: readonly Sentence[];
}

/**
 * Writes the sentences of text set 8 (docs/method/3, sections 8 to 12 and 15), from `TEXT_SET_8` alone. What is said
 * twice over several sections is said in each of them.
 *
 * @throws {Error} when rating and facts do not belong together, such as an own label that decided and is not given.
 */
export function writeTexts8(rating: Rating, facts: TextFacts, verdict: Verdict = verdictOf(rating)): Sentences8 {
  return {
    headline: [writeHeadline(rating, verdict)],
    belowVerdict: writeBelowVerdict(rating, verdict, facts),
    advice: [writeAdvice(rating, verdict, facts)],
    text: writeText(rating, verdict, facts),
    why: rating.kind === 'stars' ? writeWhy(rating, verdict, facts) : writeWhyFinding(rating, facts),
    wouldChange: writeWouldChange(rating, facts),
  };
}
