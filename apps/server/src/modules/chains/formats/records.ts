import { isProtectedAddress, type NetworkId } from '@assay/domain';
import { compareTransfers, ISSUER, isRecord, isZeroAmount, type RawTransfer } from '@assay/exposure';

/** A transfer before records that agree in everything else are numbered. */
export type Move = Omit<RawTransfer, 'ordinal'>;

/** The party that an address represents: all mint and burn addresses are the one protected issuer. */
export function partyOf(network: NetworkId, canonicalAddress: string): string {
  return isProtectedAddress(network, canonicalAddress) ? ISSUER : canonicalAddress;
}

/**
 * The records of one account among the moves from a provider, newest first. Left out are self transfers, moves between
 * other accounts, and zero amounts, except those of tokens (not records, but the note on poisoning reads them).
 */
export function recordsOf(account: string, moves: readonly Move[]): RawTransfer[] {
  const own = moves.filter((move) => isComplete(move) && (move.from === account || move.to === account));
  return numbered(own).sort((a, b) => b.time - a.time || compareTransfers(b, a));
}

/** The records that moves of one transaction are, of all parties, in the order of records. */
export function recordsOfTransaction(moves: readonly Move[]): RawTransfer[] {
  return numbered(moves.filter((move) => isRecord(move))).sort(compareTransfers);
}

/** The records that moves of whole blocks are, of all parties, in any order; zero amounts of tokens among them. */
export function recordsOfBlocks(moves: readonly Move[]): RawTransfer[] {
  return numbered(moves.filter(isComplete));
}

/** Moves with the same index are kept once; equal moves without an index are numbered within their transaction. */
function numbered(moves: readonly Move[]): RawTransfer[] {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  const records: RawTransfer[] = [];
  for (const move of moves) {
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
  return records;
}

/** A native transaction of zero is a call of a contract; the only purpose of a token transfer of zero is to be seen. */
function isComplete(move: Move): boolean {
  return isRecord(move) || (move.kind === 'token' && isZeroAmount(move));
}

/** Inner calls can come without the index of their transaction; it is known where the transaction is included too. */
export function placeInner(moves: readonly Move[]): Move[] {
  const indices = new Map<string, number>();
  for (const { transactionId, transactionIndex } of moves) {
    if (transactionIndex !== null) indices.set(transactionId, transactionIndex);
  }
  return moves.map((move) => ({
    ...move,
    transactionIndex: move.transactionIndex ?? indices.get(move.transactionId) ?? null,
  }));
}
