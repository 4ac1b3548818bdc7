import type { Direction } from '../../records/record.ts';
import type { Assessment } from '../../score/assessment.ts';
import { type ResultSentences, type Sentence, type SentenceParams, textsOf } from '../../score/sentence.ts';
import { PAYMENT_TEMPLATES } from './templates.ts';

const PREFIX = { bwd: 'deposit', fwd: 'withdrawal' } as const;

type PaymentTexts = Pick<Assessment, 'headline' | 'advice' | 'text' | 'why' | 'wouldChange' | 'sentences'>;

/**
 * The sentences on a payment: those of text set 3, and others in place of the ones that speak of an address or of the other direction. The code of
 * another sentence begins with `deposit_` or `withdrawal_`; its parameters are the same.
 */
export function writePaymentTexts(written: ResultSentences, direction: Direction): PaymentTexts {
  const templates = new Map<string, unknown>(Object.entries(PAYMENT_TEMPLATES[direction]));
  const say = (sentence: Sentence): readonly Sentence[] => {
    const template = templates.get(sentence.code);
    if (template === undefined) return [sentence];
    if (template === null) return [];
    // The parameters are those of the sentence of this code.
    const write = template as (params: SentenceParams) => string;
    return [{ ...sentence, code: `${PREFIX[direction]}_${sentence.code}`, text: write(sentence.params) }];
  };
  const sentences: ResultSentences = {
    headline: written.headline.flatMap(say),
    advice: written.advice.flatMap(say),
    text: written.text.flatMap(say),
    why: written.why.flatMap(say),
    wouldChange: written.wouldChange.flatMap(say),
  };
  return textsOf(sentences);
}
