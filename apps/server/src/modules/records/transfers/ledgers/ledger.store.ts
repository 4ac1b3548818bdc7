import { isNetworkId, type NetworkId } from '@assay/domain';
import { type Db, LOCK_SPACES, type Pool, type PoolClient, prepared } from '../../../../platform/db/index.ts';
import { acrossServers } from '../../placement/in-ledger.ts';
import { ensureTables } from './asset-tables.store.ts';

/** A transfer ledger: all records of one asset on one network. */
export interface Ledger {
  readonly id: number;
  readonly network: NetworkId;
  readonly ticker: string;
  readonly fromBeginning: boolean;
  /** Rises with each change of its records. */
  readonly revision: number;
  /**
   * Names the change that made this revision, as another may make it after a failover or a restore that lost the first.
   * Null where nothing changed since such names exist.
   */
  readonly lastChange: string | null;
  /** Number of its records. */
  readonly records: number;
}

/** A state of the records of a transfer ledger. */
export type RecordsState = Pick<Ledger, 'revision' | 'lastChange'>;

interface LedgerRow {
  readonly id: number;
  readonly network: string;
  readonly ticker: string;
  readonly from_beginning: boolean;
  readonly revision: string;
  readonly last_change: string | null;
  readonly records: string;
}

/** The name of the last change of the ledger `l`. */
export const LAST_CHANGE = '(SELECT change_id FROM ledger_changes WHERE ledger_id = l.id AND revision = l.revision)';

const LEDGER = `
  SELECT id, network, ticker, from_beginning, revision, ${LAST_CHANGE} AS last_change, records FROM ledgers l`;

export async function findLedger(db: Db, network: NetworkId, ticker: string): Promise<Ledger | null> {
  const found = await db.query(`${LEDGER} WHERE network = $1 AND ticker = $2`, [network, ticker]);
  const row = found.rows[0];
  return row === undefined ? null : ledgerOf(row);
}

/** Every transfer ledger of every server, by server, network and ticker. */
export function listAllLedgers(pool: Pool): Promise<readonly Ledger[]> {
  return acrossServers(pool, listLedgers, (ledger) => ledger);
}

/** Every transfer ledger of one server, by network and ticker; also one whose records were all removed. */
export async function listLedgers(db: Db): Promise<readonly Ledger[]> {
  const found = await db.query(`${LEDGER} ORDER BY network, ticker`);
  return found.rows.map(ledgerOf);
}

/** The transfer ledger; created when there is none yet. */
export async function ensureLedger(db: Db, network: NetworkId, ticker: string): Promise<Ledger> {
  await db.query('INSERT INTO ledgers (network, ticker) VALUES ($1, $2) ON CONFLICT DO NOTHING', [network, ticker]);
  const ledger = await findLedger(db, network, ticker);
  if (ledger === null) throw new Error(`Ledger ${ticker} on ${network} vanished while it was made`);
  return ledger;
}

/** Writes whether every record since the beginning of the chain or token is stored. */
export async function setFromBeginning(db: Db, ledgerId: number, fromBeginning: boolean): Promise<void> {
  await db.query('UPDATE ledgers SET from_beginning = $2 WHERE id = $1', [ledgerId, fromBeginning]);
}

/** Locks a transfer ledger until the transaction ends, and creates missing tables. Call inside a transaction. */
export async function openForWriting(client: PoolClient, ledgerId: number): Promise<void> {
  await lockLedger(client, ledgerId);
  await ensureTables(client, ledgerId);
}

/**
 * As `openForWriting`, for a caller that creates the tables itself. Flows say what other assets moved in a transaction:
 * where a network has some, its ledgers are written one after the other, and while flows are built, none is. Those locks
 * come first, so that no two writers of several ledgers wait for each other in a circle.
 */
export async function lockLedger(db: Db, ledgerId: number): Promise<void> {
  await db.query('SELECT pg_advisory_xact_lock_shared($2, hashtext(network)) FROM ledgers WHERE id = $1', [
    ledgerId,
    LOCK_SPACES.flowBuilds,
  ]);
  // A statement of its own: flows that were being built until now are seen.
  await db.query(
    `SELECT pg_advisory_xact_lock($2, hashtext(l.network)) FROM ledgers l
      WHERE l.id = $1 AND EXISTS (SELECT FROM ledgers o WHERE o.network = l.network AND o.has_flows)`,
    [ledgerId, LOCK_SPACES.flowMarks],
  );
  await db.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_SPACES.transferLedgers, ledgerId]);
}

/**
 * Locks a transfer ledger for building its flows, until the transaction ends: no ledger of its network is written
 * meanwhile.
 */
export async function lockForFlows(db: Db, ledgerId: number): Promise<void> {
  await db.query('SELECT pg_advisory_xact_lock($2, hashtext(network)) FROM ledgers WHERE id = $1', [
    ledgerId,
    LOCK_SPACES.flowBuilds,
  ]);
  await db.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_SPACES.transferLedgers, ledgerId]);
}

/** Changes stored for each transfer ledger; a reader that is further behind reads all of it again. */
const CHANGES_KEPT = 1_000;

/** Position of a change after which everything may be another: of coins, of an opening balance, of a ledger loaded at once. */
const ANYWHERE = -1;

/** Stores a change of the records that no position bounds, and by how much their number grew or shrank. */
export async function raiseRevision(db: Db, ledgerId: number, growth: number): Promise<void> {
  await raiseRevisionFrom(db, ledgerId, growth, ANYWHERE);
}

/**
 * As `raiseRevision`, for a transfer ledger of an account network that changed from a position on.
 *
 * @param lateSeconds seconds before that position that changed too
 */
export async function raiseRevisionFrom(
  db: Db,
  ledgerId: number,
  growth: number,
  fromPosition: number,
  lateSeconds: readonly number[] = [],
): Promise<void> {
  await db.query(
    `WITH raised AS (
       UPDATE ledgers SET revision = revision + 1, records = records + $2 WHERE id = $1 RETURNING revision
     ), forgotten AS (
       DELETE FROM ledger_changes WHERE ledger_id = $1 AND revision <= (SELECT revision FROM raised) - $4
     )
     INSERT INTO ledger_changes (ledger_id, revision, from_position, late_seconds) SELECT $1, revision, $3, $5 FROM raised`,
    [ledgerId, growth, fromPosition, CHANGES_KEPT, lateSeconds],
  );
}

/**
 * Whether a ledger came to its state from a former one: false where the database has lost the change that made that one,
 * and where too many came since to say.
 *
 * @param db must read the state of `ledger`
 */
export async function continues(db: Db, ledger: Ledger, { revision, lastChange }: RecordsState): Promise<boolean> {
  if (ledger.revision <= revision) return ledger.revision === revision && ledger.lastChange === lastChange;
  const { rows } = await db.query(
    prepared('SELECT change_id FROM ledger_changes WHERE ledger_id = $1 AND revision = $2', [ledger.id, revision]),
  );
  const [change] = rows;
  // What was stored before changes had names has none.
  return change === undefined ? revision === 0 : change.change_id === lastChange;
}

/**
 * Writes a row of the network's ledgers again, for a change of what is known of the network as a whole: who finds the rows
 * of all ledgers in the same state then reads that change too. Of one ledger alone, as writers of several could wait for
 * each other in a circle.
 */
export async function touchLedgerOf(db: Db, network: string): Promise<void> {
  await db.query('UPDATE ledgers SET revision = revision WHERE id = (SELECT min(id) FROM ledgers WHERE network = $1)', [
    network,
  ]);
}

function ledgerOf(row: LedgerRow): Ledger {
  if (!isNetworkId(row.network)) throw new Error(`Ledger ${row.id} names the unknown network '${row.network}'`);
  return {
    id: row.id,
    network: row.network,
    ticker: row.ticker,
    fromBeginning: row.from_beginning,
    revision: Number(row.revision),
    lastChange: row.last_change,
    records: Number(row.records),
  };
}
