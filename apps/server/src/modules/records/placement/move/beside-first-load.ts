import type { LedgerKey, LedgerServer, PoolClient } from '../../../../platform/db/index.ts';
import { inTransaction } from '../../../../platform/db/transactions.ts';
import { readServerOf } from '../directory.store.ts';
import type { LedgersWriting } from '../in-ledger.ts';
import { ledgerName } from '../ledger-name.ts';
import { lockSharedTables } from '../ledger-state.store.ts';
import { PlacementError } from '../prepare-server.ts';
import type { LedgerTables } from './move.ports.ts';
import { type LedgerMove, readMoves } from './moves.store.ts';

/**
 * In the transaction of a first load that stages blocks: a move under way to or from its server, of a ledger that shares
 * tables with the loaded one. Where there is none, none begins until the transaction ends.
 *
 * @param isShared whether a ledger shares tables with the loaded one
 */
export async function moveBeside(
  clients: LedgersWriting,
  ledger: LedgerKey,
  isShared: (moved: LedgerKey) => boolean,
): Promise<LedgerMove | null> {
  await lockSharedTables(clients.of(ledger).client, 'shared');
  const server = await readServerOf(clients.main, ledger);
  const moves = await readMoves(clients.main);
  return moves.find((move) => (move.from === server || move.to === server) && isShared(move)) ?? null;
}

/** @throws PlacementError where a first load on one of the servers will replace tables of the ledger */
export async function refuseBesideFirstLoad(
  ledger: LedgerKey,
  servers: readonly LedgerServer[],
  tables: LedgerTables,
): Promise<void> {
  for (const { name, pool } of servers) {
    const load = await tables.firstLoadBeside(pool, ledger);
    if (load === null) continue;
    throw new PlacementError(
      `The first load of ${load.ticker} on ${name} is under way (block ${load.height} is read). At its end it replaces ` +
        `tables that ${ledgerName(ledger)} shares. Let assay follow finish it, then move.`,
    );
  }
}

/**
 * Begins a move, in transactions of both servers, while no first load begins there.
 *
 * @param begin gets the connection of the former server
 * @throws PlacementError where a first load has begun
 */
export function beginBesideFirstLoads<T>(
  ledger: LedgerKey,
  [from, to]: readonly [LedgerServer, LedgerServer],
  tables: LedgerTables,
  begin: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(from.pool, (here) =>
    inTransaction(to.pool, async (there) => {
      for (const client of [here, there]) await lockSharedTables(client, 'exclusive');
      await refuseBesideFirstLoad(ledger, [from, to], tables);
      return begin(here);
    }),
  );
}
