import type { Asset } from '@assay/domain';
import type { Direction } from '@assay/exposure';
import { formatAmount } from '@assay/wording';

/** A payment that has not been made, as it is asked about. */
export interface PlannedQuestion {
  readonly asset: Asset;
  /** The other end, in canonical form. */
  readonly address: string;
  /** `bwd`: a deposit from it; `fwd`: a withdrawal to it. */
  readonly direction: Direction;
  /** Base units, more than zero. */
  readonly amount: bigint;
  /** The own wallet, in canonical form; null where none is named. */
  readonly wallet: string | null;
}

/** Why a planned payment is not rated; nothing is charged for any of them. */
export type PlannedRefusal =
  /** Both ends are one address. */
  | { readonly is: 'one address' }
  | { readonly is: 'mint or burn'; readonly address: string }
  /** The amount has more decimals than the asset. */
  | { readonly is: 'too fine'; readonly decimals: number }
  /** No record of the asset is imported, so no balance is known to go on from. */
  | { readonly is: 'no records'; readonly recordsHeld: string }
  /** The sender has too many coins to look through. */
  | { readonly is: 'too many coins'; readonly most: number };

/** Why a planned payment is not rated and what to do, in plain words. */
export function sentenceOnPlanned(refusal: PlannedRefusal): string {
  switch (refusal.is) {
    case 'one address':
      return 'Both ends of the payment are the same address: name another one.';
    case 'mint or burn':
      return `${refusal.address} is a mint or burn address, which nobody holds the key to. Name another one.`;
    case 'too fine':
      return `The asset has ${refusal.decimals} decimals, and the amount has more: round it.`;
    case 'no records':
      return `A planned payment needs imported records of the asset. ${refusal.recordsHeld} Check the address itself instead.`;
    case 'too many coins':
      return `The sender has more than ${formatAmount(String(refusal.most), 0)} unspent coins. Check its address itself instead.`;
  }
}
