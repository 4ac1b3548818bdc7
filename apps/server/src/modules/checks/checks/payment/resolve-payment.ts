import { readTransactionId } from '@assay/address';
import { recogniseTextNow } from '@assay/address/secrets';
import type { PaymentRequest } from '@assay/contracts';
import type { Asset } from '@assay/domain';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { LookUpOptions } from '../../../chains/index.ts';
import type { CheckSubject } from '../begin-check.ts';
import { canonicalAddress } from '../canonical-address.ts';
import { chooseAsset } from '../choose-asset.ts';
import { DIRECTIONS } from '../payment-name.ts';
import { type FindPorts, findAnywhere } from './find-anywhere.ts';
import { PaymentRefused } from './payment-refused.ts';
import { NO_TRANSACTION, sentenceOnRefusal } from './refusal-words.ts';

const SIDE_NAMES = { address: '"address"', direction: '"direction": deposit or withdrawal' };

/**
 * The payment that a request means, found in the records, or on its chain, before anything is reserved.
 *
 * @throws AppError SecretNotAddress, UnknownAsset, InvalidAddress; PaymentRefused; nothing is spent.
 */
export async function resolvePayment(
  catalogue: readonly Asset[],
  ports: FindPorts,
  request: PaymentRequest,
  lookUp: LookUpOptions,
): Promise<CheckSubject> {
  const texts = [request.transaction, request.address ?? ''];
  if (texts.some((text) => recogniseTextNow(text).is === 'secret')) throw new AppError('SecretNotAddress');
  const address = request.address ?? null;
  const direction = request.direction ?? null;
  const choice = chooseAsset(catalogue, { ...request, network: request.parent ?? null, address: address ?? '' });
  if (choice.is !== 'chosen') throw new AppError('UnknownAsset');
  const { asset } = choice;
  const ids = readTransactionId(request.transaction);
  if (ids === null) throw new PaymentRefused({ is: 'no id' }, NO_TRANSACTION);
  const side = {
    address: address === null ? null : canonicalAddress(address, asset),
    direction: direction === null ? null : DIRECTIONS[direction],
  };
  const found = await findAnywhere(ports, { asset, ids, side }, lookUp);
  if (found.is === 'refused') {
    throw new PaymentRefused(found.refusal, sentenceOnRefusal(found.refusal, asset, SIDE_NAMES));
  }
  const { payment, transaction } = found;
  const name = { transactionId: transaction.id, direction: payment.direction };
  return { asset, address: payment.address, payment: name };
}
