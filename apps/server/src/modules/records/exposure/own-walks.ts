import { setImmediate as nextTurn } from 'node:timers/promises';
import { accountsForOwnWalks, type Direction, STREAM_KEYS, walkOwnShares } from '@assay/exposure';
import type { Pool } from '../../../platform/db/index.ts';
import type { Share, StreamedLedger, StreamPart } from './exposure.ports.ts';
import { finishedParts, replaceShares } from './exposure.store.ts';

/** A walk that needs more states is stopped, and the account is listed as not exact. */
const STATES_OF_ONE = 1_000_000;

export interface OwnWalksDeps {
  readonly pool: Pool;
  readonly signal: AbortSignal;
  readonly progress: (text: string) => void;
  /** Total states that the walks of a direction may use. */
  readonly ownStates: number;
}

/**
 * Replaces shares that the streaming pass cannot compute exactly because of the account's own label:
 * each by a walk that ignores that label. Accounts beyond the state limit keep their shares and are listed.
 */
export async function walkOwnAccounts(ledger: StreamedLedger, run: number, deps: OwnWalksDeps): Promise<void> {
  const { snapshot, ids } = ledger;
  const done = await finishedParts(deps.pool, run);
  for (const direction of ['bwd', 'fwd'] as const) {
    const part = ownPart(direction);
    if (done.has(`${part.direction} ${part.firstKey}`)) continue;
    const accounts = accountsForOwnWalks(snapshot);
    const shares: Share[] = [];
    const exact: number[] = [];
    const inexact: number[] = [];
    let left = deps.ownStates;
    for (const [index, account] of accounts.entries()) {
      deps.progress(`accounts with a label of their own, ${index + 1} of ${accounts.length}`);
      const accountId = ids[account] ?? 0;
      const most = Math.min(left, STATES_OF_ONE);
      const own = most > 0 ? await walkOwnShares(snapshot, account, direction, most, deps.signal) : null;
      left -= own?.states ?? 0;
      if (own?.isExact !== true) {
        inexact.push(accountId);
        continue;
      }
      exact.push(accountId);
      for (const [key, share] of own.shares) shares.push({ accountId, key, share });
      await nextTurn();
      deps.signal.throwIfAborted();
    }
    await replaceShares(deps.pool, run, part, { exact, inexact, shares });
  }
}

/** A part id that no part of the streaming pass uses: none of them begins after the last key. */
function ownPart(direction: Direction): StreamPart {
  return { direction, firstKey: STREAM_KEYS.length, keys: 0 };
}
