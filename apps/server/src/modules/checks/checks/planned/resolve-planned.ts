import { recogniseTextNow } from '@assay/address/secrets';
import type { PlannedRequest } from '@assay/contracts';
import type { Asset } from '@assay/domain';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { canonicalAddress } from '../begin/canonical-address.ts';
import { chooseAsset } from '../begin/choose-asset.ts';
import { isBurnAddress } from '../compute/read-check.ts';
import { DIRECTIONS } from '../stored/payment-name.ts';
import { type PlannedQuestion, type PlannedRefusal, sentenceOnPlanned } from './planned-question.ts';

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
