import type { Pool } from '../../../../../platform/db/index.ts';
import { inLedgerTransaction } from '../../../placement/in-ledger.ts';
import { reserveIds } from '../../accounts/accounts.store.ts';
import { keepZeroAmounts } from '../../accounts/zero-amounts.store.ts';
import type { AppendResult } from '../../append/append-transfers.ts';
import { followRecordsAfter } from '../../flows/follow-change.ts';
import { hasTables } from '../../ledgers/asset-tables.store.ts';
import { ensureLedger, type Ledger, lockLedger } from '../../ledgers/ledger.store.ts';
import { Placing } from '../placing.ts';
import { type KeptTransfers, withTransfers } from './kept-transfers.ts';
import { loadAsset } from './load-asset.ts';
import { lockAppending, takeOpenings } from './staged.store.ts';
import { countTransfers, readImports, removeTransfers } from './staged-transfers.store.ts';

/** Accounts are kept in this process while an asset is loaded; more records than this are appended. */
const MOST_RECORDS = 15_000_000;
/** Fewer are quicker appended. */
const LEAST_RECORDS = 1_000;

/**
 * Loads everything staged of an asset that holds nothing yet: ratios are fixed on the way from staging into tables
 * that nobody sees before they are whole. Null where that is not the case, or it is too little or too much.
 */
export function loadStaged(
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
    if (await hasTables(client, ledger.id)) return null;
    const part = { ...name, imports: await readImports(main), upTo: null };
    const staged = await countTransfers(main, part);
    if (staged < LEAST_RECORDS || staged > MOST_RECORDS) return null;
    const openings = await takeOpenings(main, name);
    const placing = new Placing({
      accountsOf: async () => [],
      reserveIds: (count) => reserveIds(server, count),
      // A later row about the same account corrects an earlier one.
      openings: new Map(openings.map(({ address, amount }) => [address, amount])),
      onProgress,
      signal,
    });
    const records = await withTransfers(pool, main, part, kept, (transfers) =>
      loadAsset(client, ledger, { transfers: placing.place(transfers), accounts: () => placing.added }),
    );
    await followRecordsAfter(client, ledger, -1);
    await keepZeroAmounts(client, name, placing.zero);
    await removeTransfers(main, part);
    return { added: records, duplicates: placing.duplicates, ignored: placing.ignored, removed: 0 };
  });
}
