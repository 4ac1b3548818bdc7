import { NETWORKS } from '@assay/domain';
import type { LedgerKey, Pool, PoolClient } from '../../../../platform/db/index.ts';
import { inLedgerTransaction } from '../../placement/in-ledger.ts';
import {
  attachFlowTables,
  dropFlowTables,
  ensureTables,
  makeFlowTables,
  prepareLoad,
} from '../ledgers/asset-tables.store.ts';
import { findLedger, type Ledger, lockForFlows } from '../ledgers/ledger.store.ts';
import { vacuumFlows } from '../ledgers/ledger-tables.store.ts';
import { ledgersOfNetwork, markFlows } from './flow-ledgers.store.ts';
import { transactionsOf } from './transactions-of-network.ts';
import { wholeSeconds } from './whole-seconds.ts';
import { writeFlows } from './write-flows.ts';

interface BuildOptions {
  /** Of each transaction of the ledger, all records of all assets are stored (docs/method/3, section 13). */
  readonly holdsTransactionsWhole?: boolean;
  readonly onProgress?: (records: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Builds the netted flows of an account ledger from its records and those of the network's other ledgers on the same
 * server, in place of those that it has; from then on, changes of records keep them. In one transaction: the records are
 * read as before meanwhile, nothing is written to the ledgers of the network, and an interruption leaves no flows. The
 * memory it takes does not grow with the ledger.
 *
 * @throws RangeError for a coin network, whose transactions are no flows
 */
export async function buildFlows(pool: Pool, key: LedgerKey & Pick<Ledger, 'network'>, options: BuildOptions = {}) {
  if (NETWORKS[key.network].ledger === 'utxo') throw new RangeError(`${key.network} has coins, which do not flow`);
  // In a transaction of its own: dropping tables keeps others from reading any flows until it ends.
  await removeFlows(pool, key);
  const built = await inLedgerTransaction(pool, key, async ({ ledger: client, pool: server }) => {
    const ledger = await findLedger(client, key.network, key.ticker);
    if (ledger === null) return null;
    await buildIn(client, ledger, options);
    return { id: ledger.id, server };
  });
  if (built !== null) await vacuumFlows(built.server, built.id);
}

async function buildIn(
  client: PoolClient,
  { id, network }: Ledger,
  { holdsTransactionsWhole = false, onProgress, signal }: BuildOptions,
): Promise<void> {
  await lockForFlows(client, id);
  await ensureTables(client, id);
  const own = { id, hasFlows: true, holdsWhole: holdsTransactionsWhole };
  const others = (await ledgersOfNetwork(client, network)).map((ledger) => ledger.id).filter((one) => one !== id);
  await prepareLoad(client);
  await makeFlowTables(client, id);
  let records = 0;
  for await (const portion of wholeSeconds(client, id, -1)) {
    signal?.throwIfAborted();
    await writeFlows(client, own, [], await transactionsOf(client, portion, others));
    records += portion.length;
    onProgress?.(records);
  }
  await attachFlowTables(client, id);
  await markFlows(client, own);
}

/** Removes the flows of an account ledger; its records stay. */
export async function removeFlows(pool: Pool, key: LedgerKey & Pick<Ledger, 'network'>): Promise<void> {
  await inLedgerTransaction(pool, key, async ({ ledger: client }) => {
    const ledger = await findLedger(client, key.network, key.ticker);
    if (ledger === null) return;
    await lockForFlows(client, ledger.id);
    await markFlows(client, { id: ledger.id, hasFlows: false, holdsWhole: false });
    await dropFlowTables(client, ledger.id);
  });
}
