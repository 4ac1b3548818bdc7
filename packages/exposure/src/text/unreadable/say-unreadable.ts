import type { TextSet } from '../../method/text-set.ts';
import type { AssessmentInput } from '../../score/assessment.ts';
import type { ResultSentences, Sentence, SentenceParams } from '../../score/sentence.ts';
import { UNREADABLE_TEMPLATES } from './templates.ts';

/** The first text set that has sentences of its own for an answer that could not be read. */
const FIRST = 6;

/** The sentences of a result, with those that no source answered replaced where one did. */
export function sayUnreadable(
  written: ResultSentences,
  { sources }: Pick<AssessmentInput, 'sources'>,
  textSet: TextSet,
): ResultSentences {
  if (sources !== 'unreadable' || textSet < FIRST) return written;
  const { headline, advice, text, why, wouldChange } = written;
  return {
    headline: headline.map(replaced),
    advice,
    text: text.map(replaced),
    why: why.map(replaced),
    wouldChange: wouldChange.map(replaced),
  };
}

const REPLACED = new Map(Object.entries(UNREADABLE_TEMPLATES));

function replaced(sentence: Sentence): Sentence {
  const other = REPLACED.get(sentence.code);
  if (other === undefined) return sentence;
  // The parameters are those of the sentence of this code.
  const write = other.write as (params: SentenceParams) => string;
  return { ...sentence, code: other.code, text: write(sentence.params) };
}
