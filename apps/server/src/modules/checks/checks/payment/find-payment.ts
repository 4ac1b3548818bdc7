import type { Asset } from '@assay/domain';
import type { ExposureStore } from '@assay/exposure';
import type { PendingMove } from '../../../chains/index.ts';
import type { KnownOnNetwork, StoredTransaction } from '../../../records/index.ts';
import { isBurnAddress } from '../compute/read-check.ts';
import { type ChosenPayment, chooseSide, type SideRefusal, type WantedSide } from './choose-side.ts';
import type { PaymentSnapshot } from './payment.ports.ts';

/** Why a transaction is not rated; nothing is charged for any of them. */
export type PaymentRefusal =
  | SideRefusal
  /** The side is a mint or burn address. */
  | { readonly is: 'mint or burn'; readonly address: string }
  /** It moved these assets of the network, and not the one asked about; none of them: only what is not listed. */
  | { readonly is: 'other assets'; readonly tickers: readonly string[] }
  | { readonly is: 'failed' }
  /** No record is of it, and no provider can be asked; `recordsHeld` says which are stored. */
  | { readonly is: 'no record'; readonly recordsHeld: string }
  /** It waits for a block; `moves` is what it would move of the asset, as far as it says so itself. */
  | { readonly is: 'unconfirmed'; readonly moves: readonly PendingMove[]; readonly provider: string }
  /** It will never be in a block: another one of the same inputs or nonce is. `by` where the provider names that. */
  | { readonly is: 'replaced'; readonly by: string | null; readonly provider: string }
  /** No record is of it, and the provider does not know it: it was dropped, or never was. */
  | { readonly is: 'unknown'; readonly recordsHeld: string; readonly provider: string }
  /** No record is of it, and no provider gave an answer that can be used; `faults` say why, without addresses. */
  | { readonly is: 'unanswered'; readonly recordsHeld: string; readonly faults: readonly string[] };

export interface WantedPayment {
  readonly asset: Asset;
  /** Spellings of the transaction's id. */
  readonly ids: readonly string[];
  readonly side: WantedSide;
}

export interface FoundPayment {
  readonly is: 'found';
  readonly store: ExposureStore;
  readonly transaction: StoredTransaction;
  readonly payment: ChosenPayment;
}

/** Finds the payment that is meant in the records of a snapshot (docs/method/transactions, section 5). */
export async function findPayment(
  snapshot: PaymentSnapshot,
  { asset, ids, side }: WantedPayment,
): Promise<FoundPayment | { readonly is: 'refused'; readonly refusal: PaymentRefusal }> {
  const { transactions, recordsHeld } = snapshot;
  if (side.address !== null && isBurnAddress(asset, side.address)) {
    return { is: 'refused', refusal: { is: 'mint or burn', address: side.address } };
  }
  const transaction = (await transactions?.find(ids)) ?? null;
  if (transactions === null || transaction === null) {
    return { is: 'refused', refusal: refusalOf(await snapshot.transactionOnNetwork(ids), recordsHeld) };
  }
  const payment = chooseSide(transaction, side);
  if (payment.is !== 'chosen') return { is: 'refused', refusal: payment };
  return { is: 'found', store: transactions.store, transaction, payment };
}

function refusalOf({ tickers, hasFailed }: KnownOnNetwork, recordsHeld: string): PaymentRefusal {
  if (tickers.length > 0) return { is: 'other assets', tickers };
  return hasFailed ? { is: 'failed' } : { is: 'no record', recordsHeld };
}
