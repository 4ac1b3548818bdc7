import { CATEGORIES, type Category } from '@assay/domain';
import { compareText } from '../../records/compare-text.ts';
import type { Mixture, MixtureRow } from '../mixture.ts';
import { roundHalfUp } from './bounds/bounds.ts';
import { isBad, shareOf, tierOf } from './floors/risk-row.ts';
import type { MixtureName } from './mixtures/rate-mixture.ts';
import type { Paid } from './paid/paid.ts';
import type { Contact } from './rating.ts';

const TIERS = ['S', 'A', 'B', 'C', 'D'] as const;

/** Graver first: by tier, then by weight, then by id. */
const byGravity = (a: Category, b: Category): number =>
  TIERS.indexOf(tierOf(a)) - TIERS.indexOf(tierOf(b)) ||
  CATEGORIES[b].weight - CATEGORIES[a].weight ||
  compareText(a, b);

/**
 * The gravest of tier S, A and B in the mixtures, before section 8, or in what was paid (docs/method/3, section 11). It
 * is of the first mixture that has its category, and of the rows that are nearest there.
 */
export function gravestContact(
  mixtures: ReadonlyArray<{ readonly name: MixtureName; readonly mixture: Mixture }>,
  paid: Paid | null,
): Contact | null {
  const met = mixtures.map(({ name, mixture }) => ({ name, rows: mixture.rows.filter(isBad) }));
  const payees = paid?.contacts ?? [];
  const [category] = [...met.flatMap(({ rows }) => rows), ...payees].map((row) => row.category).toSorted(byGravity);
  if (category === undefined) return null;
  for (const { name, rows } of met) {
    const own = rows.filter((row) => row.category === category);
    if (own.length > 0) return { where: name, category, ...nearestOf(own), shareInAll: shareOf(own) };
  }
  const own = payees.filter((row) => row.category === category);
  const share = shareOf(own);
  return { where: 'paid', category, owners: null, share, shareInAll: share };
}

function nearestOf(rows: readonly MixtureRow[]) {
  const owners = rows.reduce<MixtureRow['owners']>((least, row) => (row.owners < least ? row.owners : least), 6);
  return { owners, share: shareOf(rows.filter((row) => row.owners === owners)) };
}

/** Where money changes its asset, and is not followed. */
export const NOT_FOLLOWED_ON: ReadonlySet<Category> = new Set([
  'liquidity_pools',
  'marketplace',
  'staking',
  'bridge',
  'issuer',
]);

/** Whether it is 'exchanged' or of a category where money changes its asset (section 11). */
export const isExchanged = ({ category }: Pick<MixtureRow, 'category'>): boolean => NOT_FOLLOWED_ON.has(category);

const EXCHANGED_DECIMALS = 4;

/** 'Exchanged, not followed' of a mixture before section 8, 0..1 to four decimals; 0 of none (section 11). */
export const exchangedNotFollowed = (mixture: Mixture | null): number =>
  roundHalfUp(shareOf((mixture?.rows ?? []).filter(isExchanged)), EXCHANGED_DECIMALS);
