import type { LookUpOptions } from '../../../chains/index.ts';
import type { OnDemandReader } from '../on-demand-reading.ts';
import { type FoundPayment, findPayment, type PaymentRefusal, type WantedPayment } from './find-payment.ts';
import type { WithPaymentSnapshot } from './payment.ports.ts';
import { isUnfound, type PaymentOnChain, paymentOnChain } from './payment-on-chain.ts';

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
