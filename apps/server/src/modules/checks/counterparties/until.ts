import { LAST_SECOND, positionAt } from '../../records/index.ts';
import type { ListSubject } from './counterparties.ports.ts';

/** Positions of coins are block * 2^20 + rank within it. */
const RANKS_PER_BLOCK = 2 ** 20;

/**
 * The last position that a result's last record can have: the end of its second on account networks, of its block on
 * UTXO networks. Records of that second or block which were stored later count too.
 */
export function lastPositionUntil(until: ListSubject['until'], isUtxo: boolean): number {
  if (until === null) return Number.MAX_SAFE_INTEGER;
  if (!isUtxo) {
    const second = Math.floor(until.time.getTime() / 1000);
    return second >= LAST_SECOND ? Number.MAX_SAFE_INTEGER : positionAt(second + 1, 0) - 1;
  }
  return until.block === null ? Number.MAX_SAFE_INTEGER : (Number(until.block) + 1) * RANKS_PER_BLOCK - 1;
}
