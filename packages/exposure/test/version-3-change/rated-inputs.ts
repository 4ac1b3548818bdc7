import type { AssessmentOf3 } from '../../src/version-3/assess/assessment-of-3.ts';
import { dayOf, PricesUsed } from '../../src/version-3/assess/prices-used.ts';
import { changeableOf } from '../../src/version-3/change/changeable.ts';
import type { Mixture } from '../../src/version-3/mixture.ts';
import type { MixtureName } from '../../src/version-3/rating/mixtures/rate-mixture.ts';
import { type PaymentInput, ratePayment } from '../../src/version-3/rating/rate-payment.ts';
import { rateWallet, type WalletInput } from '../../src/version-3/rating/rate-wallet.ts';
import type { Rating } from '../../src/version-3/rating/rating.ts';

/** A result with what it was made from, and how it is decided again without what the search for changes shares. */
export interface RatedInput {
  readonly rating: Rating;
  readonly assessed: Pick<AssessmentOf3, 'asset' | 'prices' | 'rating' | 'rated'>;
  readonly mixtures: ReadonlyArray<{ readonly name: MixtureName; readonly mixture: Mixture }>;
  /** By all rules, each row by itself; what was set aside falls with its row of *ever*. */
  readonly rateWith: (change: (mixture: Mixture, name: MixtureName) => Mixture) => Rating;
}

export const changeable = ({ assessed }: RatedInput) => changeableOf(assessed, 0);

/** Prices of a history are those of the days of its inflows and payments, a base unit being a whole one. */
export function ratedWallet({ usdAt, ...input }: WalletInput): RatedInput {
  const usdOf = new Map<string, number | null>();
  for (const { time } of [...input.history.inflows, ...input.history.payments, { time: input.cutOff }]) {
    usdOf.set(dayOf(time), usdAt(time));
  }
  const used = new PricesUsed('coin', { decimals: 0, usdOn: (day) => usdOf.get(day) ?? null });
  const rating = rateWallet({ ...input, usdAt: used.usdAt() });
  const isRead = (name: MixtureName): boolean => rating.mixtures.some((one) => one.name === name && !one.isLeftOut);
  const { ever, now, setAsideRows } = input;
  return {
    rating,
    assessed: { asset: 'coin', prices: used.all(), rating, rated: { kind: 'wallet', input, unit: 1n } },
    mixtures: [
      ...(ever === null || !isRead('ever') ? [] : [{ name: 'ever', mixture: ever } as const]),
      ...(now === null || !isRead('now') ? [] : [{ name: 'now', mixture: now.mixture } as const]),
    ],
    rateWith: (change) => {
      const then = ever === null ? null : change(ever, 'ever');
      const shareOf = (mixture: Mixture | null, key: string): number =>
        mixture?.rows.filter((row) => sourceOf(row) === key).reduce((sum, { share }) => sum + share, 0) ?? 0;
      const less = (rows: Mixture['rows']): Mixture['rows'] =>
        rows
          .map((row) => {
            const was = shareOf(ever, sourceOf(row));
            return was === 0 ? row : { ...row, share: (row.share * shareOf(then, sourceOf(row))) / was };
          })
          .filter(({ share }) => share > 0);
      return rateWallet({
        ...input,
        ever: then,
        now: now === null ? null : { ...now, mixture: isRead('now') ? change(now.mixture, 'now') : now.mixture },
        setAsideRows: { returned: less(setAsideRows.returned), untouched: less(setAsideRows.untouched) },
        usdAt: used.usdAt(),
      });
    },
  };
}

const sourceOf = ({ category, entity, confidence, beforeDesignation, owners }: Mixture['rows'][number]): string =>
  JSON.stringify([category, entity, confidence, beforeDesignation, owners]);

export function ratedPayment(input: PaymentInput): RatedInput {
  const rating = ratePayment(input);
  return {
    rating,
    assessed: { asset: 'coin', prices: [], rating, rated: { kind: 'payment', input } },
    mixtures: [{ name: 'payment', mixture: input.mixture }],
    rateWith: (change) => ratePayment({ ...input, mixture: change(input.mixture, 'payment') }),
  };
}
