import type { Pool } from '../../../../platform/db/index.ts';
import { inLedgerTransaction } from '../../placement/index.ts';
import { addAccounts, readAccounts, reserveIds, writeAccounts } from '../accounts.store.ts';
import { insertTransfers, latestPosition } from '../append.store.ts';
import type { AppendResult } from '../append-transfers.ts';
import { hasTables } from '../asset-tables.store.ts';
import { ensureLedger, type Ledger, lockLedger, raiseRevisionFrom } from '../ledger.store.ts';
import { positionAt, secondOf } from '../positions.ts';
import { keepZeroAmounts } from '../zero-amounts.store.ts';
import { type KeptTransfers, withTransfers } from './kept-transfers.ts';
import { Placing } from './placing.ts';
import { lockAppending } from './staged.store.ts';
import { earliestTransfers, readImports, removeTransfers } from './staged-transfers.store.ts';

/** At most this many at once: their accounts are in this process's memory, and a kill repeats at most this many. */
const MOST_RECORDS = 500_000;
/** Fewer records than this are appended without a second connection. */
const LEAST_RECORDS = 1_000;

/**
 * Appends the earliest staged transfers of an asset where all of them are later than its stored records: in one stream
 * from staging into its tables, while this process computes their ratios. Its accounts are written once. Null where
 * some transfers are late, where there are few or none, or where the asset has no tables yet.
 */
export function appendAfterTip(
  pool: Pool,
  name: Pick<Ledger, 'network' | 'ticker'>,
  onProgress: (appended: number) => void,
  signal: AbortSignal,
  kept: KeptTransfers | null,
): Promise<AppendResult | null> {
  return inLedgerTransaction(pool, name, async ({ main, ledger: client, pool: server }) => {
    await lockAppending(main);
    const ledger = await ensureLedger(client, name.network, name.ticker);
    await lockLedger(client, ledger.id);
    if (!(await hasTables(client, ledger.id))) return null;
    const staged = { ...name, imports: await readImports(main), upTo: null };
    const page = await earliestTransfers(main, staged, MOST_RECORDS);
    const tip = secondOf(await latestPosition(client, ledger.id));
    if (page === null || page.count < LEAST_RECORDS || page.first <= tip) return null;
    const part = { ...staged, upTo: page.last };
    const placing = new Placing({
      // On other connections: no process changes accounts while this transaction has the lock of the transfer ledger.
      accountsOf: (addresses) => readAccounts(server, ledger.id, addresses),
      reserveIds: (count) => reserveIds(server, count),
      openings: new Map(),
      onProgress,
      signal,
    });
    const added = await withTransfers(pool, main, part, kept, (transfers) =>
      insertTransfers(client, ledger.id, placing.place(transfers)),
    );
    await writeAccounts(client, ledger.id, placing.touched);
    await addAccounts(client, ledger.id, placing.added);
    await keepZeroAmounts(client, name, placing.zero);
    await removeTransfers(main, part);
    if (added > 0) await raiseRevisionFrom(client, ledger.id, added, positionAt(page.first, 0));
    return { added, duplicates: placing.duplicates, ignored: placing.ignored, removed: 0 };
  });
}
