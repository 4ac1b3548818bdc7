import { formatPoints } from './points.ts';
import { formatShare } from './shares.ts';
import { countStars } from './stars.ts';

/** What of a rating of the public API is explained; the fields are described in docs/developers/README.md. */
export interface ExplainedRating {
  readonly stars: number | null;
  readonly score: number | null;
  readonly verdict: string | null;
  readonly not_rated_reason: string | null;
  readonly coverage: { readonly attributed: number; readonly clean: number; readonly not_followed: number } | null;
  readonly confidence: string | null;
  readonly exposures: {
    readonly incoming: readonly ExplainedShare[];
    readonly outgoing: readonly ExplainedShare[];
  } | null;
  readonly labels:
    | readonly {
        readonly entity: string;
        readonly category: string;
        readonly confidence: number;
        readonly source: string;
      }[]
    | null;
}

/** What of a check is. */
export interface ExplainedCheck extends ExplainedRating {
  readonly id: string;
  readonly mode: 'live' | 'test';
  readonly status: 'running' | 'completed' | 'failed';
  readonly address: string;
  readonly asset: string;
  readonly network: string;
  readonly progress: number;
  readonly charged: boolean;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly summary: {
    readonly headline: string;
    readonly why: string;
    readonly advice: string | null;
    readonly would_change: readonly string[];
  } | null;
  readonly notes: readonly { readonly text: string }[] | null;
  readonly result_url: string | null;
}

interface ExplainedShare {
  readonly title: string;
  readonly risk: string;
  readonly share: number;
}

export const TEST_LINE = 'Made by a test key: it says nothing about any address.';

/**
 * A check of the public API in plain sentences, a line each: the rating, why, by what, and what limits it.
 *
 * @param again how a check that still runs is asked for again
 */
export function explainCheck(check: ExplainedCheck, again: string): string {
  return [
    `${check.id}: ${check.address}, ${check.asset} on ${check.network}`,
    ...(check.mode === 'test' ? [TEST_LINE] : []),
    ...linesByStatus(check, again),
  ].join('\n');
}

/** What a check came to, by its state. */
export function linesByStatus(check: ExplainedCheck, again: string): readonly string[] {
  switch (check.status) {
    case 'running':
      return [
        `It still runs (${Math.round(check.progress * 100)}%). Ask for it again by ${again}; that costs nothing.`,
      ];
    case 'failed':
      return [`It failed: ${check.failure?.code}: ${check.failure?.message} It cost no check credit.`];
    case 'completed':
      return resultLines(check);
  }
}

function resultLines(check: ExplainedCheck): readonly string[] {
  const { summary, notes } = check;
  const said = [
    ...(summary === null ? [] : [summary.headline, summary.why, ...present(summary.advice)]),
    ...(summary?.would_change ?? []).map((text) => `- ${text}`),
  ];
  return [
    ...ratedLines(check, said),
    ...(notes ?? []).map(({ text }) => `Note: ${text}`),
    check.charged ? 'It cost one check credit.' : 'It cost no check credit.',
    ...present(check.result_url === null ? null : `Page: ${check.result_url}`),
  ];
}

/** A rating, what is said of it, and what it rests on. */
export function ratedLines(rating: ExplainedRating, said: readonly string[]): readonly string[] {
  const { coverage, confidence, exposures, labels } = rating;
  return [
    ratingOf(rating),
    ...said,
    ...(coverage === null
      ? []
      : [
          `Coverage: ${formatShare(coverage.attributed)} of the value leads to labels, ${formatShare(coverage.clean)} is clean, ${formatShare(coverage.not_followed)} was not followed. Confidence: ${confidence}.`,
        ]),
    ...exposureLines('Incoming', exposures?.incoming),
    ...exposureLines('Outgoing', exposures?.outgoing),
    ...(labels ?? []).map(
      ({ entity, category, confidence: certainty, source }) =>
        `Label of the address: ${entity} (${category}), confidence ${certainty}, source ${source}`,
    ),
  ];
}

function ratingOf({ stars, score, verdict, not_rated_reason }: ExplainedRating): string {
  if (stars === null) {
    return `Not rated (N/A), ${not_rated_reason}: too little is known. That is neither a good nor a bad rating.`;
  }
  const points = score === null ? '' : `, score ${formatPoints(score)} of 100 (100 is the riskiest)`;
  return `${countStars(stars)}, ${verdict} risk${points}.`;
}

function exposureLines(direction: string, exposures: readonly ExplainedShare[] | undefined): readonly string[] {
  const seen = (exposures ?? []).filter(({ share }) => share > 0);
  if (seen.length === 0) return [];
  const shares = seen.map(
    ({ share, title, risk }) => `${formatShare(share)} ${title}${risk === 'none' ? '' : ` (${risk} risk)`}`,
  );
  return [`${direction}: ${shares.join(', ')}`];
}

function present(text: string | null): readonly string[] {
  return text === null || text === '' ? [] : [text];
}
