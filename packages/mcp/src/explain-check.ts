import type { Check } from '../../client/src/index.ts';

type Exposure = NonNullable<Check['exposures']>['incoming'][number];

/** A check in plain sentences: the rating, why, by what, and what limits it. */
export function explainCheck(check: Check): string {
  return [
    `${check.id}: ${check.address}, ${check.asset} on ${check.network}`,
    ...(check.mode === 'test' ? ['Made by a test key: it says nothing about any address.'] : []),
    ...linesByStatus(check),
  ].join('\n');
}

function linesByStatus(check: Check): readonly string[] {
  switch (check.status) {
    case 'running':
      return [
        `It still runs (${Math.round(check.progress * 100)}%). Ask for it again by explain_result; that costs nothing.`,
      ];
    case 'failed':
      return [`It failed: ${check.failure?.code}: ${check.failure?.message} No check credit was spent.`];
    case 'completed':
      return resultLines(check);
  }
}

function resultLines(check: Check): readonly string[] {
  const { summary, coverage, confidence, exposures, labels, notes } = check;
  return [
    ratingOf(check),
    ...(summary === null ? [] : [summary.headline, summary.why, ...present(summary.advice)]),
    ...(summary?.would_change ?? []).map((text) => `- ${text}`),
    ...(coverage === null
      ? []
      : [
          `Coverage: ${share(coverage.attributed)} of the value leads to labels, ${share(coverage.clean)} is clean, ${share(coverage.not_followed)} was not followed. Confidence: ${confidence}.`,
        ]),
    ...exposureLines('Incoming', exposures?.incoming),
    ...exposureLines('Outgoing', exposures?.outgoing),
    ...(labels ?? []).map(
      ({ entity, category, confidence: certainty, source }) =>
        `Label of the address: ${entity} (${category}), confidence ${certainty}, source ${source}`,
    ),
    ...(notes ?? []).map(({ text }) => `Note: ${text}`),
    check.charged ? 'It cost one check credit.' : 'It cost no check credit.',
    ...present(check.result_url === null ? null : `Page: ${check.result_url}`),
  ];
}

function ratingOf({ stars, score, verdict, not_rated_reason }: Check): string {
  if (stars === null) {
    return `Not rated (N/A), ${not_rated_reason}: too little is known. That is neither a good nor a bad rating.`;
  }
  return `${stars} of 5 stars, ${verdict} risk${score === null ? '' : `, score ${score} of 100 (100 is the riskiest)`}.`;
}

function exposureLines(title: string, exposures: readonly Exposure[] | undefined): readonly string[] {
  const seen = (exposures ?? []).filter((one) => one.share > 0);
  if (seen.length === 0) return [];
  return [
    `${title}: ${seen.map((one) => `${share(one.share)} ${one.title}${one.risk === 'none' ? '' : ` (${one.risk} risk)`}`).join(', ')}`,
  ];
}

/** Of value, 0 to 1. */
export function share(part: number): string {
  const percent = part * 100;
  return percent > 0 && percent < 0.1 ? 'under 0.1%' : `${Number(percent.toFixed(1))}%`;
}

function present(text: string | null): readonly string[] {
  return text === null || text === '' ? [] : [text];
}
