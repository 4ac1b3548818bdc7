import { CATEGORIES, type Category } from '@assay/domain';
import type { AssessmentOf3 } from '@assay/exposure/version-3';

/** What decided a result of version 3, as its page names it; numbers are its sections. */
export const REASONS = {
  own_label: 'The label of the address itself decides (10)',
  service_floor: 'A service received too much straight from tier S and A (10)',
  sample_three: 'Bad money, and in a sample a warning has three stars at least (10)',
  some: 'Bad money, so little that it has three stars (8)',
  floor: 'Bad money that meets a floor of the table (10)',
  linear: 'Bad money by its weighed share, below or above every floor (10)',
  returned: 'Money of tier S was sent back (8)',
  paid: 'It paid somebody of tier S, A or B itself (9)',
  explained: 'Three quarters come from services on the reviewed list, near (10)',
  far: 'Three quarters come from services on the reviewed list, further away (10)',
  part: 'Two fifths come from services on the reviewed list, near (10)',
  no_records: 'Nothing came in by the records held (11)',
  contact: 'Something listed was met, and too little is explained (11)',
  none_found: 'Nothing listed was met, and too little is explained (11)',
  too_little: 'Nothing listed was met, and too little could be read (11)',
  nobody: 'A mint or burn address is nobody’s wallet (3)',
} as const;

export type Reason = keyof typeof REASONS;

export function reasonOf({ rating, history }: AssessmentOf3): Reason {
  if (rating.kind === 'finding') return rating.finding;
  const { cause } = rating;
  switch (cause.reason) {
    case 'own label':
      return cause.by === 'label' ? 'own_label' : 'service_floor';
    case 'warning': {
      const mixture = rating.mixtures.find(({ name }) => name === cause.mixture);
      if (mixture?.fit === 'some') return 'some';
      const total = mixture?.score?.total;
      if (history === 'sample' && total !== undefined && total.stars < rating.stars) return 'sample_three';
      return total?.decidedBy === 'floor' ? 'floor' : 'linear';
    }
    case 'returned':
    case 'paid':
    case 'explained':
    case 'far':
    case 'part':
      return cause.reason;
  }
}

/** The figures behind the reason: of the mixture that decided, else of all that came in. */
export function whyOf(assessment: AssessmentOf3): string {
  const { rating, history, ownLabel, mixtures, returned, untouched } = assessment;
  const cause = rating.kind === 'stars' ? rating.cause : null;
  const decided = cause !== null && 'mixture' in cause ? cause.mixture : undefined;
  const found = mixtures.find(({ name }) => name === decided) ?? mixtures[0];
  const own = ownLabel === null ? [] : [`own label ${titleOf(ownLabel.category)}, confidence ${ownLabel.confidence}`];
  const paid = rating.paid?.contacts ?? [];
  const rows = new Map<string, number>();
  for (const { category, explained, owners, share } of found?.rows ?? []) {
    const name = explained ? `explained by ${owners <= 2 ? 'one or two' : 'more'} owners` : bad(category, owners);
    rows.set(name, (rows.get(name) ?? 0) + share);
  }
  const shares = [
    ...[...rows].toSorted((a, b) => b[1] - a[1]),
    ['unknown', found?.unknownOrigin ?? 0] as const,
    ['not followed', found?.notFollowed ?? 0] as const,
  ].filter(([, share]) => share > 0);
  return [
    REASONS[reasonOf(assessment)],
    `history ${history}`,
    ...own,
    ...(found === undefined
      ? []
      : [`${found.name}: ${shares.map(([name, share]) => `${percent(share)} ${name}`).join(', ')}`]),
    ...paid.map(({ category, share }) => `${percent(share)} paid to ${titleOf(category)}`),
    ...(returned.length > 0 ? ['money was sent back'] : []),
    ...(untouched.length > 0 ? ['money lies untouched'] : []),
  ].join('; ');
}

const DECIMALS = 2;

const percent = (share: number): string => `${(share * 100).toFixed(DECIMALS)}%`;

const titleOf = (category: Category): string => CATEGORIES[category].title.toLowerCase();

function bad(category: Category, owners: number): string {
  const { tier } = CATEGORIES[category];
  return tier === 'C' || tier === 'D' ? 'neutral' : `${titleOf(category)} ${owners === 1 ? 'direct' : 'indirect'}`;
}
