import type { Direction } from '@assay/exposure';
import type { StoredTransaction, TransactionParty } from '../../../records/index.ts';

/** Which side of a transaction is meant: an address, a direction, or both. */
export interface WantedSide {
  /** Canonical; null where only the direction is known. */
  readonly address: string | null;
  /** `bwd`: a deposit; `fwd`: a withdrawal; null where the address decides. */
  readonly direction: Direction | null;
}

/** The payment that a side and a direction name in a transaction. */
export interface ChosenPayment {
  readonly is: 'chosen';
  readonly address: string;
  readonly direction: Direction;
  /** Of the address's records, those of the payment (`WalkOptions.only`). */
  readonly only: readonly number[];
}

export type SideRefusal =
  /** It neither paid nor received, or not in the direction that was named. */
  | { readonly is: 'not a party'; readonly address: string; readonly direction: Direction | null }
  /** It paid and received: a direction has to be named. */
  | { readonly is: 'both directions'; readonly address: string }
  /** Several addresses are possible: one has to be named. */
  | { readonly is: 'several'; readonly direction: Direction; readonly addresses: readonly string[] }
  /** Nobody is: a fee alone, or new coins without a payer. */
  | { readonly is: 'nobody'; readonly direction: Direction };

/** The payment that is meant, where that is plain (docs/method/transactions, sections 2 and 5). */
export function chooseSide(transaction: StoredTransaction, wanted: WantedSide): ChosenPayment | SideRefusal {
  const { address, direction } = wanted;
  const parties = transaction.parties.filter(({ role }) => role === 'account');
  if (address !== null) return ofAddress(parties, address, direction);
  return ofDirection(parties, direction ?? 'bwd');
}

function ofAddress(
  parties: readonly TransactionParty[],
  address: string,
  direction: Direction | null,
): ChosenPayment | SideRefusal {
  const party = parties.find((one) => one.address === address);
  if (party === undefined) return { is: 'not a party', address, direction };
  const possible = (['bwd', 'fwd'] as const).filter((one) => startsOf(party, one).length > 0);
  if (direction !== null) {
    return possible.includes(direction) ? chosen(party, direction) : { is: 'not a party', address, direction };
  }
  const [first, second] = possible;
  if (first === undefined) return { is: 'not a party', address, direction };
  return second === undefined ? chosen(party, first) : { is: 'both directions', address };
}

/** Who passed on what it received in the same transaction, such as a contract, is not asked for. */
function ofDirection(parties: readonly TransactionParty[], direction: Direction): ChosenPayment | SideRefusal {
  const gain = ({ received, paid }: TransactionParty) => (direction === 'bwd' ? received - paid : paid - received);
  const possible = parties.filter((party) => gain(party) > 0n);
  const [first] = possible;
  if (first === undefined) return { is: 'nobody', direction };
  if (possible.length > 1) return { is: 'several', direction, addresses: possible.map(({ address }) => address) };
  return chosen(first, direction);
}

function chosen(party: TransactionParty, direction: Direction): ChosenPayment {
  return { is: 'chosen', address: party.address, direction, only: startsOf(party, direction) };
}

function startsOf({ receivedIn, paidIn }: TransactionParty, direction: Direction): readonly number[] {
  return direction === 'bwd' ? receivedIn : paidIn;
}
