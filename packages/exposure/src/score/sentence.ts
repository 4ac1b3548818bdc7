/** What a sentence names: ids of categories, shares of 1, amounts, names. Its names are those of the result. */
export type SentenceValue = string | number | boolean | null | readonly string[];

export type SentenceParams = Readonly<Record<string, SentenceValue>>;

/** A sentence of a result with what it is made of, so that another language can say the same. */
export interface Sentence {
  /** Which sentence it is, such as `low_risk`. */
  readonly code: string;
  readonly params: SentenceParams;
  /** In English. */
  readonly text: string;
}

/** The sentences of one result, by what they are for. */
export interface ResultSentences {
  readonly headline: readonly Sentence[];
  readonly advice: readonly Sentence[];
  readonly text: readonly Sentence[];
  readonly why: readonly Sentence[];
  readonly wouldChange: readonly Sentence[];
}

/** The sentences of a result of which nobody reads more than the headline. */
export function headlineAlone(headline: readonly Sentence[]): ResultSentences {
  return { headline, advice: [], text: [], why: [], wouldChange: [] };
}

/** The sentences of a result as its texts: what could change the stars one by one, the others one after another. */
export function textsOf(sentences: ResultSentences) {
  const { headline, advice, text, why, wouldChange } = sentences;
  const joined = (said: readonly Sentence[]): string => said.map((sentence) => sentence.text).join(' ');
  return {
    headline: joined(headline),
    advice: joined(advice),
    text: joined(text),
    why: joined(why),
    wouldChange: wouldChange.map((sentence) => sentence.text),
    sentences,
  };
}
