import type { Category } from '@assay/domain';
import { isBad, tierOf } from '../floors/risk-row.ts';
import { type OwnHistory, THIRTY_DAYS } from '../history/own-history.ts';

/** Tier A of which a payment is an act; of the rest of it, it is what victims do (docs/method/3, section 9). */
const ILLICIT_ACTS: ReadonlySet<Category> = new Set(['mixer', 'dark_market', 'dark_service', 'illegal_service']);

/** What a payment to an account of a category is. */
export function kindOfPayee(category: Category): 'act' | 'as_victims' | null {
  if (!isBad({ category })) return null;
  switch (tierOf(category)) {
    case 'S':
      return category === 'issuer_frozen' ? 'as_victims' : 'act';
    case 'A':
      return ILLICIT_ACTS.has(category) ? 'act' : 'as_victims';
    default:
      return 'act';
  }
}

/**
 * Of each payment to an account of tier S, by its index, the base units that are no act: up to what that account paid
 * within the 30 days before, each inflow once, the oldest first.
 */
export function sentBackToSevere({ inflows, payments }: OwnHistory): ReadonlyMap<number, bigint> {
  const open = inflows.flatMap(({ at, time, parts }) =>
    parts.map(({ payer, amount }) => ({ at, time, payer, left: amount })),
  );
  const openOf = Map.groupBy(open, ({ payer }) => payer);
  const exempt = new Map<number, bigint>();
  for (const [index, { at, time, payee, amount, label }] of payments.entries()) {
    if (label === null || tierOf(label.category) !== 'S') continue;
    let left = amount;
    for (const part of openOf.get(payee) ?? []) {
      if (part.at >= at || time - part.time > THIRTY_DAYS) continue;
      const taken = left < part.left ? left : part.left;
      part.left -= taken;
      left -= taken;
    }
    exempt.set(index, amount - left);
  }
  return exempt;
}
