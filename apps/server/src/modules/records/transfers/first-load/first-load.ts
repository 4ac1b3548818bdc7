import type { Pool, PoolClient } from '../../../../platform/db/index.ts';
import { inTransaction } from '../../../../platform/db/transactions.ts';
import { ensureLedger, findLedger, type Ledger, lockLedger, setFromBeginning } from '../ledgers/ledger.store.ts';
import { removeLedger } from '../ledgers/ledger-tables.store.ts';
import { buildCoins } from './build-coins.store.ts';
import { type CoinStage, coinStage, countUnstaged, reserveNumbers } from './coin-stage.store.ts';

/** Records that were there before, such as the samples, are replaced by those of the chain; more are not. */
const MOST_REPLACED = 100_000;

/** A ledger has records that the staged ones cannot replace; the message says what to do. */
export class OtherRecordsError extends Error {
  override readonly name = 'OtherRecordsError';
}

type LedgerName = Pick<Ledger, 'network' | 'ticker'>;

/** Whether a first load may make the records of a ledger: it has none, or few. */
export async function mayLoadFirst(pool: Pool, { network, ticker }: LedgerName): Promise<boolean> {
  const ledger = await findLedger(pool, network, ticker);
  return ledger === null || ledger.records <= MOST_REPLACED;
}

/**
 * Readies a ledger for `finishFirstLoad`: removes the records that it has, all of which the staged blocks have too, and
 * takes the numbers for the new ones.
 *
 * @throws OtherRecordsError
 */
export async function prepareFirstLoad(pool: Pool, name: LedgerName, signal: AbortSignal): Promise<number> {
  const stage = coinStage(name.network);
  const ledger = await findLedger(pool, name.network, name.ticker);
  if (ledger !== null) {
    await refuseOthers(pool, ledger, stage);
    await removeLedger(pool, ledger, signal);
    const again = await ensureLedger(pool, name.network, name.ticker);
    await setFromBeginning(pool, again.id, ledger.fromBeginning);
  }
  return await inTransaction(pool, (client) => reserveNumbers(client, stage));
}

/**
 * Makes the staged blocks into records, in one transaction of the ledger's server.
 *
 * @throws OtherRecordsError where some were stored since `prepareFirstLoad`
 * @throws StagedBlocksError
 */
export async function finishFirstLoad(
  client: PoolClient,
  { network, ticker }: LedgerName,
  before: number,
): Promise<{ readonly records: number }> {
  const { id } = await ensureLedger(client, network, ticker);
  await lockLedger(client, id);
  // Read with the lock: an import may have held it until now.
  const ledger = await ensureLedger(client, network, ticker);
  if (ledger.records > 0)
    throw new OtherRecordsError(`Records of ${ticker} were imported at the end of the first load. Follow again.`);
  return await buildCoins(client, ledger, coinStage(network), before);
}

async function refuseOthers(pool: Pool, ledger: Ledger, stage: CoinStage): Promise<void> {
  const others = await countUnstaged(pool, ledger, stage);
  if (others > 0)
    throw new OtherRecordsError(
      `${others} stored transactions of ${ledger.ticker} are in none of its blocks. Nothing was changed. ` +
        `Remove the records of ${ledger.ticker}, then follow again.`,
    );
}
