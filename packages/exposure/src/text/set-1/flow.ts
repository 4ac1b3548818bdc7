import type { Category } from '@assay/domain';
import { CATEGORY_WORDS, joinWords } from '@assay/wording';
import type { Direction } from '../../records/record.ts';
import type { ScoreFacts } from '../../score/score-facts.ts';
import { isRisky } from '../../score/score-sums.ts';
import type { DirectionExposure } from '../../walk/exposure.ts';
import { shareOfTextSet1 } from './format.ts';

/** How a direction is spoken of. */
export const FLOW_WORDS = {
  bwd: {
    value: 'incoming value',
    party: 'source',
    from: 'comes from',
    straight: 'comes straight from',
    back: 'traces back to',
  },
  fwd: {
    value: 'outgoing value',
    party: 'destination',
    from: 'goes to',
    straight: 'goes straight to',
    back: 'ends up with',
  },
} as const satisfies Record<Direction, Record<string, string>>;

export interface CategoryShare {
  readonly category: Category;
  readonly share: number;
}

/** Categories of a direction with their shares, both layers, largest first. */
export function shareByCategory(exposure: DirectionExposure): readonly CategoryShare[] {
  const shares = new Map<Category, number>();
  for (const row of exposure.rows) shares.set(row.category, (shares.get(row.category) ?? 0) + row.share);
  return [...shares]
    .map(([category, share]) => ({ category, share }))
    .filter(({ share }) => share > 0)
    .sort((left, right) => right.share - left.share || (left.category < right.category ? -1 : 1));
}

/** The exposure of a direction. */
export function exposureOf({ input }: Pick<ScoreFacts, 'input'>, direction: Direction): DirectionExposure {
  return direction === 'bwd' ? input.incoming : input.outgoing;
}

/** One or two sentences about where one direction's value comes from or goes to, risk last. */
export function describeFlow(exposure: DirectionExposure): string {
  const words = FLOW_WORDS[exposure.direction];
  const shares = shareByCategory(exposure);
  const risky = shares.filter(({ category }) => isRisky(category));
  const riskyShare = risky.reduce((sum, { share }) => sum + share, 0);
  const sentences = [describeMain(exposure, shares)];
  if (riskyShare > 0) {
    const names = risky.slice(0, 3).map(({ category }) => CATEGORY_WORDS[category].many);
    const more = risky.length > 3 ? ['others'] : [];
    const subject = nameRiskyPart(riskyShare, sentences[0] === null ? ` of ${words.value}` : '');
    sentences.push(`${subject} ${words.back} ${joinWords([...names, ...more])}.`);
  }
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

/** What the larger part of a direction is, unless that part is the risk the next sentence speaks of. */
function describeMain(exposure: DirectionExposure, shares: readonly CategoryShare[]): string | null {
  const words = FLOW_WORDS[exposure.direction];
  const unknown = exposure.residuals.unknown_origin + exposure.residuals.not_followed;
  const held = exposure.residuals.still_held;
  const [first] = shares;
  if (unknown >= 0.5) {
    return exposure.direction === 'bwd'
      ? `${nameMost(words.value, unknown)} is of unknown origin in the records held.`
      : `${nameMost(words.value, unknown)} could not be followed in the records held.`;
  }
  if (held >= 0.5) return `${nameMost(words.value, held)} is still held by the wallets it was sent to.`;
  if (first === undefined || isRisky(first.category)) return null;
  if (first.share >= 0.5) {
    return `${nameMost(words.value, first.share)} ${words.from} ${CATEGORY_WORDS[first.category].many}.`;
  }
  return `The largest part of ${words.value}, ${shareOfTextSet1(first.share)}, ${words.from} ${CATEGORY_WORDS[first.category].many}.`;
}

/** 'Most incoming value, 93.0%,', or 'All incoming value' where nothing is left over. */
function nameMost(value: string, share: number): string {
  return share >= 1 - 1e-9 ? `All ${value}` : `Most ${value}, ${shareOfTextSet1(share)},`;
}

function nameRiskyPart(share: number, ofValue: string): string {
  if (share >= 0.9995) return `All${ofValue === '' ? ' value' : ofValue}`;
  const size = share >= 0.5 ? 'More than half' : share < 0.1 ? 'A small share' : 'A part';
  return `${size}${ofValue}, ${shareOfTextSet1(share)},`;
}
