import type { Mixture } from '../../src/version-3/mixture.ts';
import { ratioOf } from '../../src/version-3/rating/bounds/bounds.ts';

/** What a sender without a label holds, just before it pays. */
interface SenderBalance {
  /** Seen from the sender. */
  readonly mixture: Mixture;
  /** Base units. */
  readonly balance: bigint;
  readonly isSample: boolean;
}

/**
 * What a planned payment comes from (docs/method/3, section 6): `kappa`, the part of the amount that the balance covers,
 * of what is held, and the rest of unknown origin, or R where the history of the sender is a sample.
 *
 * @param amount Base units, more than 0.
 */
export function mixtureOfPlanned({ mixture, balance, isSample }: SenderBalance, amount: bigint): Mixture {
  const kappa = Math.min(1, ratioOf(balance, amount));
  const missing = 1 - kappa;
  return {
    rows: kappa === 0 ? [] : mixture.rows.map((row) => ({ ...row, share: row.share * kappa })),
    unknownOrigin: mixture.unknownOrigin * kappa + (isSample ? 0 : missing),
    notFollowed: mixture.notFollowed * kappa + (isSample ? missing : 0),
  };
}
