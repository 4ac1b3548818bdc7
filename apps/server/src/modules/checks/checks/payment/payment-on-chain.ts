import { ASSETS, type Asset } from '@assay/domain';
import { type FoundTransaction, type SeenRecords, SourceError, type TransactionLookUp } from '../../../chains/index.ts';
import { type StoredTransaction, transactionOfCoins, transactionOfTransfers } from '../../../records/index.ts';
import { type ChosenPayment, chooseSide } from './choose-side.ts';
import type { PaymentRefusal, WantedPayment } from './find-payment.ts';

/** A payment of a transaction that no record is of, as a provider has it. */
export interface PaymentOnChain {
  readonly is: 'found';
  readonly seen: SeenRecords;
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
    case 'pending':
      return paymentThatWaits(looked, asset, side);
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

/** A deposit whose movement is known is rated before it is confirmed (docs/method/transactions, section 10). */
function paymentThatWaits(
  { records, moves, provider }: Extract<FoundTransaction, { is: 'pending' }>,
  asset: Asset,
  side: WantedPayment['side'],
): ReturnType<typeof paymentOnChain> {
  const ofAsset = moves.filter(({ contract }) => contract === asset.contract);
  const unconfirmed = { is: 'refused', refusal: { is: 'unconfirmed', moves: ofAsset, provider } } as const;
  const transaction = records === null ? null : transactionIn(records, asset);
  if (records === null || transaction === null) return unconfirmed;
  const payment = chooseSide(transaction, side);
  if (payment.is !== 'chosen') return { is: 'refused', refusal: payment };
  return payment.direction === 'fwd' ? unconfirmed : { is: 'found', seen: records, transaction, payment };
}

/** The records of what a provider found; null where it has none. */
export function recordsSeen(seen: FoundTransaction): SeenRecords | null {
  if (seen.is === 'confirmed') return seen;
  return seen.is === 'pending' ? seen.records : null;
}

/** Why records do not have a transaction, where a provider may have it. */
export type UnfoundInRecords = Extract<PaymentRefusal, { is: 'no record' | 'other assets' }>;

export function isUnfound(refusal: PaymentRefusal): refusal is UnfoundInRecords {
  return refusal.is === 'no record' || refusal.is === 'other assets';
}

/** What a transaction moved, or would move, of one asset; null for nothing. */
export function transactionIn(seen: SeenRecords, asset: Asset): StoredTransaction | null {
  const transaction = movedIn(seen, asset);
  return transaction === null || seen.isPending !== true
    ? transaction
    : { ...transaction, block: null, isPending: true };
}

function movedIn({ content }: SeenRecords, { contract }: Asset): StoredTransaction | null {
  if (content.ledger === 'utxo') return transactionOfCoins(content.transaction);
  const own = content.assets.find((asset) => asset.contract === contract);
  // Whether inner transfers are there matters to the network's own coin alone.
  return own === undefined ? null : transactionOfTransfers(own.transfers, contract !== null || content.isWhole);
}

/** Listed assets that it moved, those of which it paid nothing but its fee left out. */
export function assetsIn({ content }: SeenRecords, network: Asset['network']): readonly Asset[] {
  const listed = ASSETS.filter((asset) => asset.network === network);
  if (content.ledger === 'utxo') return listed.filter(({ contract }) => contract === null);
  const moved = content.assets.filter(({ transfers }) => transfers.some(({ kind }) => kind !== 'fee'));
  return moved.flatMap(({ contract }) => listed.find((asset) => asset.contract === contract) ?? []);
}

function tickersIn(seen: SeenRecords, { network }: Asset): readonly string[] {
  return [...new Set(assetsIn(seen, network).map(({ ticker }) => ticker))].sort();
}
