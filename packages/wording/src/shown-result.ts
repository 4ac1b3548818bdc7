import type { Category, Verdict } from '@assay/domain';
import { ADVICE, type AdviceCode, adviceOf } from './advice.ts';
import { isDataLimited, LIMITED_DATA, type ResultGrounds, wordsOn } from './limited-data.ts';

/** A result as far as the words at its top need it; the result of the API has this shape. */
export interface ShownResult {
  readonly verdict: Verdict;
  readonly cause: { readonly rule: string; readonly reason: string | null };
  readonly confidence: ResultGrounds['confidence'];
  readonly coverage: { readonly attributed: number };
  /** Of the address itself, strongest first. */
  readonly labels: readonly { readonly category: Category }[];
  /** In sets 3, 5 and 7 the headline says by itself what version 2 of the method decided: whether data are limited. */
  readonly text_set?: number | undefined;
  readonly texts: { readonly headline: string; readonly advice?: string | undefined };
}

/** The headline, with what limits it. */
export function headlineOf(result: ShownResult): string {
  return saysItself(result) ? result.texts.headline : wordsOn(result.texts.headline, groundsOf(result));
}

/** Whether little is known for what the result says. */
export function isLimited(result: ShownResult): boolean {
  return saysItself(result) ? result.texts.headline.startsWith(LIMITED_DATA) : isDataLimited(groundsOf(result));
}

function saysItself({ text_set: textSet = 1 }: ShownResult): boolean {
  return textSet === 3 || textSet === 5 || textSet === 7;
}

/** What to do, in one line: the result's own words, or for results of text set 1 the same by the same rule. */
export function adviceLine(result: ShownResult): string {
  return result.texts.advice ?? ADVICE[adviceCodeOf(result)];
}

/** Which advice a result has, for other languages. */
export function adviceCodeOf(result: ShownResult): AdviceCode {
  const { cause, labels } = result;
  const own = cause.rule === 'identity' ? (labels[0]?.category ?? null) : null;
  const grounds = { ...groundsOf(result), reason: cause.reason, own };
  if (!saysItself(result)) return adviceOf(grounds);
  const code = adviceOf({ ...grounds, rule: 'linear', confidence: 'high', attributed: 1 });
  return code === 'keep' && isLimited(result) ? 'limited' : code;
}

function groundsOf({ verdict, cause, confidence, coverage }: ShownResult): ResultGrounds {
  return { verdict, rule: cause.rule, confidence, attributed: coverage.attributed };
}
