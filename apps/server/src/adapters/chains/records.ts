import { isProtectedAddress, type NetworkId } from '@assay/domain';
import { compareTransfers, ISSUER, isRecord, isZeroAmount, type RawTransfer } from '@assay/exposure';

/** A transfer before records that agree in everything else are numbered. */
export type Move = Omit<RawTransfer, 'ordinal'>;

/** The party an address stands for: mint and burn addresses are all the one protected issuer. */
export function partyOf(network: NetworkId, canonicalAddress: string): string {
  return isProtectedAddress(network, canonicalAddress) ? ISSUER : canonicalAddress;
}

/**
 * The records of one account among what a provider told, newest first: self transfers and what others paid left out,
 * zero amounts too but for those of tokens (no records, but the note on poisoning reads them); told twice under one
 * index kept once, alike ones without an index numbered within their transaction.
 */
export function recordsOf(account: string, moves: readonly Move[]): RawTransfer[] {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  const records: RawTransfer[] = [];
  for (const move of moves) {
    if (!isTold(move) || (move.from !== account && move.to !== account)) continue;
    const head = `${move.transactionId} ${move.kind}`;
    if (move.index !== null) {
      const key = move.kind === 'fee' ? head : `${head} ${move.index}`;
      if (seen.has(key)) continue;
      seen.add(key);
      records.push({ ...move, ordinal: 0 });
      continue;
    }
    const alike = `${head} ${move.from} ${move.to} ${move.amount}`;
    const ordinal = counts.get(alike) ?? 0;
    counts.set(alike, ordinal + 1);
    records.push({ ...move, ordinal });
  }
  return records.sort((a, b) => b.time - a.time || compareTransfers(b, a));
}

/** A native transaction of nothing is a call of a contract; a token transfer of nothing has no purpose but to be seen. */
function isTold(move: Move): boolean {
  return isRecord(move) || (move.kind === 'token' && isZeroAmount(move));
}

/** Inner calls can come without the place of their transaction; where the transaction is told too, it is known. */
export function placeInner(moves: readonly Move[]): Move[] {
  const places = new Map<string, number>();
  for (const { transactionId, transactionIndex } of moves) {
    if (transactionIndex !== null) places.set(transactionId, transactionIndex);
  }
  return moves.map((move) => ({
    ...move,
    transactionIndex: move.transactionIndex ?? places.get(move.transactionId) ?? null,
  }));
}
