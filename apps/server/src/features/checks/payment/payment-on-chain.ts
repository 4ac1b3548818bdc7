import { ASSETS, type Asset } from '@assay/domain';
import { type SeenTransaction, SourceError, type TransactionLookUp } from '../../sources/index.ts';
import { type StoredTransaction, transactionOfCoins, transactionOfTransfers } from '../../transfers/index.ts';
import { type ChosenPayment, chooseSide } from './choose-side.ts';
import type { PaymentRefusal, WantedPayment } from './find-payment.ts';

type Confirmed = Extract<SeenTransaction, { is: 'confirmed' }>;

/** A payment of a transaction that no record is of, as a provider has it. */
export interface PaymentOnChain {
  readonly is: 'found';
  readonly seen: Confirmed;
  readonly transaction: StoredTransaction;
  /** What starts a walk has the numbers of the transaction alone: a store gives its own. */
  readonly payment: ChosenPayment;
}

/**
 * The payment that is meant, in what providers say of the transaction (docs/method/transactions, section 5).
 *
 * @param unfound why the records do not have it; stays the answer where no provider can be asked
 */
export function paymentOnChain(
  looked: TransactionLookUp,
  { asset, side }: Pick<WantedPayment, 'asset' | 'side'>,
  unfound: UnfoundInRecords,
): PaymentOnChain | { readonly is: 'refused'; readonly refusal: PaymentRefusal } {
  switch (looked.is) {
    case 'not asked':
      return { is: 'refused', refusal: unfound };
    case 'unanswered': {
      if (unfound.is !== 'no record') return { is: 'refused', refusal: unfound };
      const faults = [...new Set(looked.faults.map((fault) => new SourceError(fault).message))];
      return { is: 'refused', refusal: { is: 'unanswered', recordsHeld: unfound.recordsHeld, faults } };
    }
    case 'unknown': {
      if (unfound.is !== 'no record') return { is: 'refused', refusal: unfound };
      const { provider } = looked;
      return { is: 'refused', refusal: { is: 'unknown', recordsHeld: unfound.recordsHeld, provider } };
    }
    case 'pending': {
      const moves = looked.moves.filter(({ contract }) => contract === asset.contract);
      return { is: 'refused', refusal: { is: 'unconfirmed', moves, provider: looked.provider } };
    }
    case 'replaced':
      return { is: 'refused', refusal: { is: 'replaced', by: looked.by, provider: looked.provider } };
    case 'failed':
      return { is: 'refused', refusal: { is: 'failed' } };
    case 'confirmed': {
      const transaction = transactionIn(looked, asset);
      if (transaction === null)
        return { is: 'refused', refusal: { is: 'other assets', tickers: tickersIn(looked, asset) } };
      const payment = chooseSide(transaction, side);
      if (payment.is !== 'chosen') return { is: 'refused', refusal: payment };
      return { is: 'found', seen: looked, transaction, payment };
    }
  }
}

/** Why records do not have a transaction, where a provider may have it. */
export type UnfoundInRecords = Extract<PaymentRefusal, { is: 'no record' | 'other assets' }>;

export function isUnfound(refusal: PaymentRefusal): refusal is UnfoundInRecords {
  return refusal.is === 'no record' || refusal.is === 'other assets';
}

/** What a confirmed transaction moved of one asset; null for nothing. */
export function transactionIn({ content }: Confirmed, { contract }: Asset): StoredTransaction | null {
  if (content.ledger === 'utxo') return transactionOfCoins(content.transaction);
  const own = content.assets.find((asset) => asset.contract === contract);
  // Whether inner transfers are there matters to the network's own coin alone.
  return own === undefined ? null : transactionOfTransfers(own.transfers, contract !== null || content.isWhole);
}

/** Listed assets that it moved, those of which it paid nothing but its fee left out. */
export function assetsIn({ content }: Confirmed, network: Asset['network']): readonly Asset[] {
  const listed = ASSETS.filter((asset) => asset.network === network);
  if (content.ledger === 'utxo') return listed.filter(({ contract }) => contract === null);
  const moved = content.assets.filter(({ transfers }) => transfers.some(({ kind }) => kind !== 'fee'));
  return moved.flatMap(({ contract }) => listed.find((asset) => asset.contract === contract) ?? []);
}

function tickersIn(seen: Confirmed, { network }: Asset): readonly string[] {
  return [...new Set(assetsIn(seen, network).map(({ ticker }) => ticker))].sort();
}
