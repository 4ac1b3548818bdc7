import { readTransactionId } from '@assay/address';
import { recogniseTextNow } from '@assay/address/secrets';
import type { PaymentRequest } from '@assay/contracts';
import type { Asset } from '@assay/domain';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { LookUpOptions } from '../../../chains/index.ts';
import type { CheckSubject } from '../begin/begin-check.ts';
import { canonicalAddress } from '../begin/canonical-address.ts';
import { chooseAsset } from '../begin/choose-asset.ts';
import type { OnDemandReader } from '../compute/on-demand-reading.ts';
import { DIRECTIONS } from '../stored/payment-name.ts';
import { type FoundPayment, findPayment, type PaymentRefusal, type WantedPayment } from './find-payment.ts';
import type { WithPaymentSnapshot } from './payment.ports.ts';
import { isUnfound, type PaymentOnChain, paymentOnChain } from './payment-on-chain.ts';
import { NO_TRANSACTION, PaymentRefused, sentenceOnRefusal } from './refusal-words.ts';

export interface FindPorts {
  readonly withSnapshot: WithPaymentSnapshot;
  /** Without it records alone are asked. */
  readonly live?: Pick<OnDemandReader, 'canAsk' | 'lookUp'> | undefined;
}

export type FoundAnywhere =
  | (Omit<FoundPayment, 'store'> & { readonly from: 'records' })
  /** `recordsHeld`: which records are stored, none of which is of it. */
  | (PaymentOnChain & { readonly from: 'chain'; readonly recordsHeld: string });

/**
 * Finds a payment in the records, and where no record is of its transaction, at the providers of its network. No
 * provider is asked while a snapshot is open.
 *
 * @throws the reason of the options' signal once it is aborted
 */
export async function findAnywhere(
  { withSnapshot, live }: FindPorts,
  wanted: WantedPayment,
  options: LookUpOptions,
): Promise<FoundAnywhere | { readonly is: 'refused'; readonly refusal: PaymentRefusal }> {
  const { asset, ids } = wanted;
  const found = await withSnapshot(asset, async (snapshot) => {
    const inRecords = await findPayment(snapshot, wanted);
    if (inRecords.is === 'refused') return { ...inRecords, recordsHeld: snapshot.recordsHeld };
    const { is, transaction, payment } = inRecords;
    return { is, transaction, payment, from: 'records' as const };
  });
  if (found.is !== 'refused' || !isUnfound(found.refusal) || live?.canAsk(asset) !== true) return found;
  const { refusal, recordsHeld } = found;
  const seen = paymentOnChain(await live.lookUp(asset, ids, options), wanted, refusal);
  return seen.is === 'refused' ? seen : { ...seen, from: 'chain', recordsHeld };
}

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
