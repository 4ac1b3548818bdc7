import type { Asset } from '@assay/domain';
import type { Direction } from '@assay/exposure';
import { formatAmount, joinWords, nameTicker } from '@assay/wording';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { PendingMove } from '../../../chains/index.ts';
import { networkNameOf } from '../begin/choose-asset.ts';
import type { PaymentRefusal } from './find-payment.ts';

/** Addresses that are listed for a choice. */
const MOST_LISTED = 20;
/** Moves of a waiting transaction that are named. */
const MOST_MOVES = 5;

/** Of a text that names no transaction. */
export const NO_TRANSACTION = 'This is no id of a transaction, and no link to one.';

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
      if (refusal.tickers.length === 0) return `This transaction moved no ${name}, and nothing else that is listed.`;
      return `This transaction moved no ${name}. It moved ${joinWords(refusal.tickers)}: name that asset instead.`;
    case 'unconfirmed':
      return `The provider ${refusal.provider} has this transaction, and it is not confirmed yet. ${wouldMove(refusal.moves, asset)} Before that, only a deposit is rated whose movement is known: check the address at its other end meanwhile.`;
    case 'replaced':
      return `The provider ${refusal.provider} says that another transaction took the place of this one, so it moved nothing.${refusal.by === null ? '' : ` That is ${refusal.by}: check it instead.`}`;
    case 'unknown':
      return `No record of this transaction is stored, and the provider ${refusal.provider} does not know it: it was dropped, or never was on ${networkNameOf(asset)}. ${refusal.recordsHeld}`;
    case 'unanswered':
      return `No record of this transaction is stored, and no provider gave an answer that can be used: ${refusal.faults.join('; ')}. ${refusal.recordsHeld} Try again later.`;
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

/** What a transaction that waits would move, such as 'It would move 20 USDT from A to B.'. */
function wouldMove(moves: readonly PendingMove[], asset: Asset): string {
  if (moves.length === 0) return 'What it would move is known once it is confirmed.';
  const shown = moves.slice(0, MOST_MOVES).map(({ from, to, amount }) => {
    const ends = [from === null ? '' : ` from ${from}`, to === null ? '' : ` to ${to}`].join('');
    return `${formatAmount(String(amount), asset.decimals)} ${asset.ticker}${ends}`;
  });
  const more = moves.length - MOST_MOVES;
  return `It would move ${joinWords(shown)}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** A transaction that is not rated. The public text says why and what to do; `refusal` is for programs. */
export class PaymentRefused extends AppError {
  readonly refusal: PaymentRefusal | { readonly is: 'no id' };

  constructor(refusal: PaymentRefused['refusal'], publicText: string) {
    super('TransactionNotRated', { publicText });
    this.refusal = refusal;
  }
}
