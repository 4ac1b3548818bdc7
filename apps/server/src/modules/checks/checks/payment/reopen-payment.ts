import type { Asset } from '@assay/domain';
import type { OnDemandRecords } from '../../../chains/index.ts';
import { type StoredTransaction, transactionOfCoins, transactionOfTransfers } from '../../../records/index.ts';
import { chooseSide, type WantedSide } from './choose-side.ts';
import type { PaymentReading } from './read-payment.ts';

/**
 * A payment that was read from its chain, from the cut-off of its check; null where that is of no payment of the side.
 */
export function reopenPayment(asset: Asset, side: WantedSide, live: OnDemandRecords): PaymentReading | null {
  const transaction = transactionOf(asset, live);
  if (transaction === null) return null;
  const payment = chooseSide(transaction, side);
  if (payment.is !== 'chosen') return null;
  return { transaction, payment, gathering: { kind: 'records', live, faults: [] } };
}

function transactionOf({ contract }: Asset, { paid }: OnDemandRecords): StoredTransaction | null {
  if (paid === undefined) return null;
  if (paid.ledger === 'utxo') return transactionOfCoins(paid.transaction);
  // Whether inner transfers are there matters to the network's own coin alone.
  return transactionOfTransfers(paid.transfers, contract !== null || paid.isWhole);
}
