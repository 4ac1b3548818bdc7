import { CATEGORIES, type Stars } from '@assay/domain';
import { CATEGORY_WORDS } from '@assay/wording';
import { STRONG_CONFIDENCE } from '../../method/numbers.ts';
import type { FloorCause, IdentityCause, NotRatedReason } from '../../score/assessment.ts';
import type { ScoreFacts } from '../../score/score-facts.ts';
import { isRisky } from '../../score/score-sums.ts';
import { FLOW_WORDS } from './flow.ts';

/** First sentence of the headline, by stars. */
const BANDS: Readonly<Record<Stars, string>> = {
  0: 'Not rated.',
  1: 'Very high risk.',
  2: 'High risk.',
  3: 'Medium risk.',
  4: 'Low risk.',
  5: 'Low risk.',
};

const ONE_WITHHELD = 'One star withheld.';

const NOT_RATED: Readonly<Record<NotRatedReason, string>> = {
  no_records: 'No transfers known.',
  not_traceable: 'This network cannot be followed.',
  sources_failed: 'The sources did not answer.',
  too_little_attributed: 'Too little is known.',
  burn_address: 'Money sent here is destroyed.',
};

/** Two short sentences: the band, then the reason. One per band and cause (docs/method, section 6.7). */
export function writeHeadline(facts: ScoreFacts): string {
  const { cause, stars } = facts;
  if (cause.rule === 'limited_coverage') {
    return `${facts.rows.some(isRealRisk) ? 'Low risk.' : 'No risk found.'} Limited coverage.`;
  }
  return `${BANDS[stars]} ${writeReason(facts)}`;
}

function isRealRisk({ category, share }: ScoreFacts['rows'][number]): boolean {
  return share > 0 && isRisky(category);
}

function writeReason(facts: ScoreFacts): string {
  const { cause } = facts;
  switch (cause.rule) {
    case 'not_rated':
      return NOT_RATED[cause.reason];
    case 'identity':
      return nameIdentity(cause);
    case 'floor':
      return facts.stars === 4 ? ONE_WITHHELD : nameFloor(cause);
    case 'linear':
    case 'limited_coverage':
      return nameLinear(facts);
  }
}

function nameIdentity({ label }: IdentityCause): string {
  if (label.confidence < STRONG_CONFIDENCE) return `${CATEGORIES[label.category].title} reported.`;
  const { own } = CATEGORY_WORDS[label.category];
  const short = own.replace(/^(?:belongs to|is) /, '');
  return `${short.charAt(0).toUpperCase()}${short.slice(1)}.`;
}

function nameFloor({ category, direction, layer }: FloorCause): string {
  const { party } = FLOW_WORDS[direction];
  const distance = { bwd: ', further back', fwd: ', further on' }[direction];
  return `${CATEGORY_WORDS[category].kind} ${party}${layer === 'direct' ? '' : distance}.`;
}

/** The category that adds most of the points names the result; below that it is a mix. */
function nameLinear({ stars, score, rows }: ScoreFacts): string {
  if (stars === 5) return 'No star withheld.';
  if (stars === 4) return ONE_WITHHELD;
  const { party } = FLOW_WORDS[score.direction];
  const points = new Map<string, number>();
  for (const row of rows) {
    if (row.direction !== score.direction) continue;
    const { kind } = CATEGORY_WORDS[row.category];
    points.set(kind, (points.get(kind) ?? 0) + row.points);
  }
  const [main] = [...points].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1));
  return main !== undefined && main[1] >= score.linear / 2 ? `${main[0]} ${party}.` : `Mixed ${party}s.`;
}
