import type { LedgerServer, Pool } from '../../../platform/db/index.ts';
import { MAIN } from '../../records/index.ts';
import { type LabelCopy, labelSubscription, readLabelCopy } from './label-copy.store.ts';
import { placedLedgers } from './placed-ledgers.ts';
import { labelsOn } from './recent-versions.ts';
import { hasSlot } from './replication.store.ts';

/** A server, and what it answers now. */
export interface Placement {
  readonly server: string;
  readonly state:
    | { readonly is: 'main' }
    | { readonly is: 'ready'; readonly labels: LabelCopy & Following }
    | { readonly is: 'not prepared' }
    | { readonly is: 'away'; readonly reason: string };
}

/** How a copy of the labels follows the main database. */
interface Following {
  /** Its labels are those that the main database has now; seconds after a change, they may not be. */
  readonly isPresent: boolean;
  /** The main database sends changes to it. */
  readonly hasSlot: boolean;
}

/** Every server of the configuration, main first. */
export async function showPlacement(pool: Pool): Promise<readonly Placement[]> {
  const servers = placedLedgers(pool)?.servers ?? [{ name: MAIN, pool }];
  return Promise.all(servers.map(async (server) => ({ server: server.name, state: await stateOf(pool, server) })));
}

async function stateOf(main: Pool, { name, pool }: LedgerServer): Promise<Placement['state']> {
  if (name === MAIN) return { is: 'main' };
  try {
    const labels = await readLabelCopy(pool);
    if (labels === null) return { is: 'not prepared' };
    const [present, copied, sends] = await Promise.all([
      labelsOn(main),
      labelsOn(pool),
      hasSlot(main, labelSubscription(name).slot),
    ]);
    return { is: 'ready', labels: { ...labels, isPresent: copied === present, hasSlot: sends } };
  } catch (error) {
    return { is: 'away', reason: error instanceof Error && 'code' in error ? String(error.code) : 'no answer' };
  }
}
