import type { NetworkId } from '@assay/domain';
import { type Db, prepared } from '../../../../platform/db/index.ts';

/** A ledger of an account network, as its flows and those of other ledgers are made of it. */
export interface FlowLedger {
  readonly id: number;
  readonly hasFlows: boolean;
  /** Of each of its transactions, all records of all assets are stored (docs/method/3, section 13). */
  readonly holdsWhole: boolean;
}

/** The ledgers of a network on this server. */
export async function ledgersOfNetwork(db: Db, network: NetworkId): Promise<readonly FlowLedger[]> {
  const { rows } = await db.query(
    prepared('SELECT id, has_flows, holds_transactions_whole FROM ledgers WHERE network = $1 ORDER BY id', [network]),
  );
  return rows.map((row) => ({ id: row.id, hasFlows: row.has_flows, holdsWhole: row.holds_transactions_whole }));
}

/** Ids of the ledgers on this server that have flows. */
export async function ledgersWithFlows(db: Db): Promise<ReadonlySet<number>> {
  const { rows } = await db.query('SELECT id FROM ledgers WHERE has_flows');
  return new Set(rows.map(({ id }) => id));
}

/** Writes whether a ledger has flows, and by what statement of its import they were made. */
export async function markFlows(db: Db, { id, hasFlows, holdsWhole }: FlowLedger): Promise<void> {
  await db.query('UPDATE ledgers SET has_flows = $2, holds_transactions_whole = $3 WHERE id = $1', [
    id,
    hasFlows,
    holdsWhole,
  ]);
}
