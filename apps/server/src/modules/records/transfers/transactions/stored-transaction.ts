import { FEE_SINK, type RawTransaction, type RawTransfer } from '@assay/exposure';
import { roleOf } from '../accounts/parties.ts';

/** One movement of a transaction: a transfer, or on a UTXO network a coin that it spends or creates. */
export interface TransactionMove {
  /** Of a coin that is spent, null; the other way round for one that is created, and for new coins. */
  readonly from: string | null;
  readonly to: string | null;
  /** Base units. */
  readonly amount: bigint;
  /** `coin`: on UTXO networks. */
  readonly kind: 'fee' | 'native' | 'internal' | 'token' | 'coin';
}

/** What one address paid and received in a transaction; net of each other on UTXO networks. */
export interface TransactionParty {
  readonly address: string;
  readonly role: 'account' | 'fee' | 'issuer';
  /** Base units. */
  readonly paid: bigint;
  readonly received: bigint;
  /** What a walk of these payments starts from (`WalkOptions.only`). */
  readonly paidIn: readonly number[];
  readonly receivedIn: readonly number[];
}

/** What records hold of one asset in a transaction. All of it was confirmed when it was imported. */
export interface StoredTransaction {
  /** As the records write it. */
  readonly id: string;
  /** Unix seconds. */
  readonly time: number;
  /** Null where no source gave one. */
  readonly block: number | null;
  /** It creates coins: its receivers were paid by nobody. */
  readonly isCoinbase: boolean;
  /** False where inputs have no known value, or where native transfers lack receipts or traces. */
  readonly isWhole: boolean;
  /** In the order of records. */
  readonly moves: readonly TransactionMove[];
  /** In the order in which moves name them; the fee sink is among them. */
  readonly parties: readonly TransactionParty[];
  /** Not in a block yet: `time` is when it was seen. Such a transaction is never stored. */
  readonly isPending?: true;
}

interface Draft {
  paid: bigint;
  received: bigint;
  readonly paidIn: number[];
  readonly receivedIn: number[];
}

/** Who paid and who received, in the order in which the moves name them. `startOf` is what a walk names a move by. */
export function partiesOfTransfers(
  moves: readonly TransactionMove[],
  startOf: (index: number) => number,
): readonly TransactionParty[] {
  const parties = new Map<string, Draft>();
  for (const [index, { from, to, amount }] of moves.entries()) {
    if (from !== null) {
      const payer = draftOf(parties, from);
      payer.paid += amount;
      payer.paidIn.push(startOf(index));
    }
    if (to !== null) {
      const payee = draftOf(parties, to);
      payee.received += amount;
      payee.receivedIn.push(startOf(index));
    }
  }
  return [...parties].map(([address, party]) => ({ address, role: roleOf(address), ...party }));
}

/** Who paid and who received net of each other; a walk names the whole transaction by `node`. */
export function partiesOfCoins(moves: readonly TransactionMove[], node: number): readonly TransactionParty[] {
  return partiesOfTransfers(moves, () => node).flatMap(({ address, role, paid, received }): TransactionParty[] => {
    const net = received - paid;
    if (net === 0n) return [];
    return net > 0n
      ? [{ address, role, paid: 0n, received: net, paidIn: [], receivedIn: [node] }]
      : [{ address, role, paid: -net, received: 0n, paidIn: [node], receivedIn: [] }];
  });
}

function draftOf(parties: Map<string, Draft>, address: string): Draft {
  const known = parties.get(address);
  if (known !== undefined) return known;
  const made: Draft = { paid: 0n, received: 0n, paidIn: [], receivedIn: [] };
  parties.set(address, made);
  return made;
}

/**
 * What transfers of one asset in one transaction say of it, which no store numbered: its parties name them by their
 * index among the transfers.
 *
 * @param transfers in the order of records, at least one
 */
export function transactionOfTransfers(transfers: readonly RawTransfer[], isWhole: boolean): StoredTransaction | null {
  const [first] = transfers;
  if (first === undefined) return null;
  const moves = transfers.map(({ from, to, amount, kind }): TransactionMove => ({ from, to, amount, kind }));
  const { transactionId: id, time, block } = first;
  const parties = partiesOfTransfers(moves, (index) => index);
  return { id, time, block: block === 0 ? null : block, isCoinbase: false, isWhole, moves, parties };
}

/** The same of a transaction of coins: its parties name it by 0. */
export function transactionOfCoins(raw: RawTransaction): StoredTransaction {
  const { transactionId: id, time, block, coinbase, inputs, outputs } = raw;
  const known = inputs.flatMap(({ owner, amount }) => (amount === null ? [] : [{ owner, amount }]));
  const isWhole = known.length === inputs.length;
  const sumOf = (coins: readonly { readonly amount: bigint }[]) => coins.reduce((sum, { amount }) => sum + amount, 0n);
  const fee = coinbase || !isWhole ? 0n : sumOf(known) - sumOf(outputs);
  const moves: readonly TransactionMove[] = [
    ...known.map(({ owner, amount }) => ({ from: owner, to: null, amount, kind: 'coin' as const })),
    ...outputs.map(({ owner, amount }) => ({ from: null, to: owner, amount, kind: 'coin' as const })),
    ...(fee > 0n ? [{ from: null, to: FEE_SINK, amount: fee, kind: 'fee' as const }] : []),
  ];
  const parties = partiesOfCoins(moves, 0);
  return { id, time, block: block === 0 ? null : block, isCoinbase: coinbase, isWhole, moves, parties };
}
