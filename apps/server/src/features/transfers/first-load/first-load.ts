import type { Pool, PoolClient } from '../../../db/index.ts';
import { inTransaction } from '../../../db/transactions.ts';
import { ensureLedger, findLedger, type Ledger, lockLedger, setFromBeginning } from '../ledger.store.ts';
import { removeLedger } from '../ledger-tables.store.ts';
import { buildCoins, FirstLoadError } from './build-coins.store.ts';
import { type CoinStage, coinStage } from './coin-stage.store.ts';

/** Records that were there before, such as the samples, are replaced by those of the chain; more are not. */
const MOST_REPLACED = 100_000;

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
 * @throws FirstLoadError where the ledger has other records
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

/** Makes the staged blocks into records, in one transaction of the ledger's server. @throws FirstLoadError */
export async function finishFirstLoad(
  client: PoolClient,
  { network, ticker }: LedgerName,
  before: number,
): Promise<{ readonly records: number }> {
  const ledger = await ensureLedger(client, network, ticker);
  await lockLedger(client, ledger.id);
  return await buildCoins(client, ledger, coinStage(network), before);
}

/** Marks the pages of loaded tables as visible to all, so that index-only reads need not read the tables. */
export async function vacuumCoins(pool: Pool): Promise<void> {
  await pool.query('VACUUM coin_transactions, coin_outputs');
}

async function refuseOthers(pool: Pool, ledger: Ledger, { transactions }: CoinStage): Promise<void> {
  const { rows } = await pool.query<{ others: string }>(
    `SELECT count(*) AS others FROM coin_transactions t
      WHERE t.ledger_id = $1 AND t.held
        AND NOT EXISTS (SELECT FROM ${transactions} s WHERE s.transaction_id = t.transaction_id AND s.block = t.block)`,
    [ledger.id],
  );
  const others = Number(rows[0]?.others ?? 0);
  if (others > 0)
    throw new FirstLoadError(`${others} stored transactions of ${ledger.ticker} are in none of its blocks`);
}

/** Takes the numbers for all staged transactions; other ledgers take theirs above. */
async function reserveNumbers(client: PoolClient, { transactions }: CoinStage): Promise<number> {
  // No other transaction takes a number between the two calls that read and set.
  await client.query('LOCK TABLE coin_transactions IN SHARE ROW EXCLUSIVE MODE');
  const { rows } = await client.query<{ before: string }>(
    `WITH now AS (SELECT nextval(pg_get_serial_sequence('coin_transactions', 'id')) AS first)
     SELECT first AS before, setval(pg_get_serial_sequence('coin_transactions', 'id'),
                                    first + (SELECT coalesce(max(number), 0) FROM ${transactions})) FROM now`,
  );
  return Number(rows[0]?.before ?? 0);
}
