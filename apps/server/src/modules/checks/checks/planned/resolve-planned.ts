import { recogniseTextNow } from '@assay/address/secrets';
import type { PlannedRequest } from '@assay/contracts';
import type { Asset } from '@assay/domain';
import type { Direction } from '@assay/exposure';
import { formatAmount } from '@assay/wording';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { canonicalAddress } from '../begin/canonical-address.ts';
import { chooseAsset } from '../begin/choose-asset.ts';
import { isBurnAddress } from '../compute/read-check.ts';
import { DIRECTIONS } from '../stored/payment-name.ts';

/** A planned payment that is not rated. The public text says why and what to do; `refusal` is for programs. */
export class PlannedRefused extends AppError {
  readonly refusal: PlannedRefusal;

  constructor(refusal: PlannedRefusal) {
    super('PlannedNotRated', { publicText: sentenceOnPlanned(refusal) });
    this.refusal = refusal;
  }
}

/**
 * The planned payment that a request means.
 *
 * @throws AppError SecretNotAddress, UnknownAsset, InvalidAddress; PlannedRefused; nothing is spent.
 */
export function resolvePlanned(catalogue: readonly Asset[], request: PlannedRequest): PlannedQuestion {
  const { address, wallet = null, ticker, parent = null, amount, direction } = request;
  if ([address, wallet ?? ''].some((text) => recogniseTextNow(text).is === 'secret')) {
    throw new AppError('SecretNotAddress');
  }
  const choice = chooseAsset(catalogue, { ticker, network: parent, address });
  if (choice.is !== 'chosen') throw new AppError('UnknownAsset');
  const { asset } = choice;
  const other = canonicalAddress(address, asset);
  const own = wallet === null ? null : canonicalAddress(wallet, asset);
  if (other === own) throw new PlannedRefused({ is: 'one address' });
  for (const one of own === null ? [other] : [other, own]) {
    if (isBurnAddress(asset, one)) throw new PlannedRefused({ is: 'mint or burn', address: one });
  }
  const units = baseUnits(amount, asset.decimals);
  if (units === null) throw new PlannedRefused({ is: 'too fine', decimals: asset.decimals });
  return { asset, address: other, direction: DIRECTIONS[direction], amount: units, wallet: own };
}

/**
 * Base units of an amount in whole units; null where it has more decimals than the asset.
 *
 * @param text as `AMOUNT_TEXT` has it
 * @example baseUnits('1.50', 6) // 1500000n
 */
export function baseUnits(text: string, decimals: number): bigint | null {
  const [whole = '', fraction = ''] = text.split('.');
  const digits = fraction.replace(/0+$/, '');
  return digits.length > decimals ? null : BigInt(whole + digits.padEnd(decimals, '0'));
}

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
