import { rulesOfMethod1 } from '../change/rules.ts';
import type { TextSet } from '../method/text-set.ts';
import type { Assessment } from '../score/assessment.ts';
import type { ScoreFacts } from '../score/score-facts.ts';
import { headlineAlone, textsOf } from '../score/sentence.ts';
import { describeLeast } from './least/describe.ts';
import { writeTexts as writeFirst } from './set-1/texts.ts';
import { writeHeadline } from './set-2/headline.ts';
import { writeSentences } from './set-2/sentences.ts';
import { sayUnreadable } from './unreadable/say-unreadable.ts';

export type ResultTexts = Pick<
  Assessment,
  'textSet' | 'headline' | 'advice' | 'text' | 'why' | 'wouldChange' | 'sentences'
>;

/** The texts of a result of version 1 in the words of a text set (docs/method, section 6.7). */
export function writeTexts(facts: ScoreFacts, textSet: TextSet): ResultTexts {
  if (facts.input.headlineOnly === true && textSet !== 1) {
    return { textSet, ...textsOf(sayUnreadable(headlineAlone(writeHeadline(facts)), facts.input, textSet)) };
  }
  if (textSet === 1) return { textSet, ...writeFirst(facts), advice: null, sentences: null };
  const sentences = writeSentences(facts);
  if (textSet === 2) return { textSet, ...textsOf(sentences) };
  const wouldChange = [...describeLeast(facts, rulesOfMethod1(facts.revision)), ...sentences.wouldChange];
  return { textSet, ...textsOf(sayUnreadable({ ...sentences, wouldChange }, facts.input, textSet)) };
}
