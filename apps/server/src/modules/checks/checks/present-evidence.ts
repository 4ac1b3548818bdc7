import type { ResultCut, ResultLabel, ResultPath, ResultSentences } from '@assay/contracts';
import type { EvidencePath, Label, Sentence, SentenceParams, WalkExtent } from '@assay/exposure';

/** Parameters as the contract has them, whose lists are not read-only. */
export function writable(params: SentenceParams): Record<string, string | number | boolean | null | string[]> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? [...value] : value,
    ]),
  );
}

/** Which sentences of the text set they are, and what each names. */
export const codesOf = (said: readonly Sentence[]): ResultSentences =>
  said.map(({ code, params }) => ({ code, params: writable(params) }));

export function presentPath({ hops, share, steps }: EvidencePath): ResultPath {
  return {
    hops,
    share,
    steps: steps.map(({ from, to, transactionId, amount, time }) => ({
      from,
      to,
      transaction_id: transactionId,
      amount: amount.toString(),
      time: isoTime(time),
    })),
  };
}

export function presentCut({ threshold, rounds, states, recordsRead, partial }: WalkExtent): ResultCut {
  return {
    threshold,
    rounds,
    states,
    records_read: recordsRead,
    partial: partial.map(({ address, records }) => ({ address, records })),
  };
}

export function presentLabel(label: Label): ResultLabel {
  return {
    entity: label.entity,
    category: label.category,
    confidence: label.confidence,
    source: label.source,
    source_url: label.sourceUrl,
    source_date: label.sourceDate,
    valid_from: label.validFrom === null ? null : isoTime(label.validFrom),
    valid_to: label.validTo === null ? null : isoTime(label.validTo),
    origin: label.origin,
    // Version 1 of the method has no such labels.
    ...(label.carriedFrom === undefined ? {} : { carried_from: label.carriedFrom }),
    ...(label.derivedBy === undefined ? {} : { derived_by: label.derivedBy }),
  };
}

export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Rounds to millionths, the unit of the stablecoins that set the scale, to remove binary rounding noise. */
export function roundMillionths(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
