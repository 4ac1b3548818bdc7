import type { Asset } from '@assay/domain';
import type { Direction } from '@assay/exposure';
import { joinWords, nameTicker } from '@assay/wording';
import type { PaymentRefusal } from './find-payment.ts';

/** Addresses that are listed for a choice. */
const MOST_LISTED = 20;

const DONE = { bwd: 'received', fwd: 'paid' } as const satisfies Record<Direction, string>;

/** How the side of a transaction is named where the sentence is read. */
export interface SideNames {
  /** Such as `--side ADDRESS`. */
  readonly address: string;
  /** Such as `--as deposit or --as withdrawal`. */
  readonly direction: string;
}

/** Why a transaction is not rated and what to do, in plain words. */
export function sentenceOnRefusal(refusal: PaymentRefusal, asset: Asset, names: SideNames): string {
  const name = nameTicker(asset);
  switch (refusal.is) {
    case 'no record':
      return `No record of this transaction is stored. ${refusal.recordsHeld} Whether it is unconfirmed, was dropped or replaced, or never was, these records do not say.`;
    case 'failed':
      return 'This transaction failed: it moved nothing but its fee.';
    case 'other assets':
      return `This transaction moved no ${name}. It moved ${joinWords(refusal.tickers)}: name that asset instead.`;
    case 'mint or burn':
      return `${refusal.address} is a mint or burn address, which nobody holds the key to. Name the other side.`;
    case 'not a party':
      return `${refusal.address} ${refusal.direction === null ? 'neither received nor paid' : `${DONE[refusal.direction]} no`} ${name} in this transaction. Name one of those that did, or check the address itself.`;
    case 'both directions':
      return `${refusal.address} received and paid ${name} in this transaction: add ${names.direction}.`;
    case 'several':
      return `${refusal.addresses.length} addresses ${DONE[refusal.direction]} ${name} in this transaction: name yours by ${names.address}. ${listOf(refusal.addresses)}`;
    case 'nobody':
      return `Nobody ${DONE[refusal.direction]} ${name} in this transaction.`;
  }
}

function listOf(addresses: readonly string[]): string {
  const more = addresses.length - MOST_LISTED;
  return `${addresses.slice(0, MOST_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
