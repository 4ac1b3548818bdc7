import { readTransactionId, validateAddress } from '@assay/address';
import { recogniseTextNow } from '@assay/address/secrets';
import type { PaymentRequest } from '@assay/contracts';
import { type Asset, currencyOf } from '@assay/domain';
import { AppError } from '../../../kernel/app-error.ts';
import type { CheckSubject } from '../begin-check.ts';
import { chooseAsset } from '../choose-asset.ts';
import { DIRECTIONS } from '../payment-name.ts';
import { type FindPorts, findAnywhere } from './find-anywhere.ts';
import { PaymentRefused } from './payment-refused.ts';
import { sentenceOnRefusal } from './refusal-words.ts';

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
  signal: AbortSignal,
): Promise<CheckSubject> {
  const texts = [request.transaction, request.address ?? ''];
  if (texts.some((text) => recogniseTextNow(text).is === 'secret')) throw new AppError('SecretNotAddress');
  const address = request.address ?? null;
  const direction = request.direction ?? null;
  const choice = chooseAsset(catalogue, { ...request, network: request.parent ?? null, address: address ?? '' });
  if (choice.is !== 'chosen') throw new AppError('UnknownAsset');
  const { asset } = choice;
  const ids = readTransactionId(request.transaction);
  if (ids === null) {
    throw new PaymentRefused({ is: 'no id' }, 'This is no id of a transaction, and no link to one.');
  }
  const side = {
    address: address === null ? null : canonical(address, asset),
    direction: direction === null ? null : DIRECTIONS[direction],
  };
  const found = await findAnywhere(ports, { asset, ids, side }, signal);
  if (found.is === 'refused') {
    throw new PaymentRefused(found.refusal, sentenceOnRefusal(found.refusal, asset, SIDE_NAMES));
  }
  const { payment, transaction } = found;
  const name = { transactionId: transaction.id, direction: payment.direction };
  return { asset, address: payment.address, payment: name };
}

function canonical(address: string, asset: Asset): string {
  const verdict = validateAddress(address, currencyOf(asset));
  if (!verdict.ok) throw new AppError('InvalidAddress', { internal: verdict.reason });
  return verdict.canonical;
}
