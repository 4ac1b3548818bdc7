import { isNetworkId, type NetworkId } from '@assay/domain';
import { type Db, type Pool, prepared, present } from '../../../../platform/db/index.ts';
import { acrossServers } from '../../placement/in-ledger.ts';
import { LAST_CHANGE, type Ledger } from './ledger.store.ts';

/** What this installation stores of one asset. */
export interface RecordsHeld {
  readonly network: NetworkId;
  readonly ticker: string;
  /** Transfers on account networks, transactions on UTXO networks. */
  readonly records: number;
  /** Addresses these records name, sinks among them. */
  readonly addresses: number;
  /** Unix seconds of the first and the last record. */
  readonly firstTime: number;
  readonly lastTime: number;
  /** Height of the last record's block; null where no source gave one. */
  readonly tipBlock: number | null;
  /** Whether every record since the beginning of the chain or token is stored. */
  readonly fromBeginning: boolean;
  /** Rises with each change of the records. */
  readonly revision: number;
}

interface StoredRow {
  readonly id: number;
  readonly network: string;
  readonly ticker: string;
  readonly from_beginning: boolean;
  readonly records: string;
  readonly addresses: string;
  readonly revision: string;
  readonly last_change: string | null;
  readonly first_time: string | null;
  readonly last_time: string | null;
  readonly tip_block: string | null;
  readonly has_unread_openings: boolean;
}

/** The first and the last record of each transfer ledger come from an index: cheap enough for every check. */
const HELD = `
  SELECT l.id, l.network, l.ticker, l.from_beginning, l.records, l.addresses, l.revision, ${LAST_CHANGE} AS last_change,
         first.time AS first_time, last.time AS last_time, last.block AS tip_block,
         EXISTS (SELECT FROM accounts WHERE ledger_id = l.id AND opening_unread) AS has_unread_openings
    FROM ledgers l
   CROSS JOIN LATERAL (
     (SELECT time FROM transfers WHERE ledger_id = l.id ORDER BY position LIMIT 1)
     UNION ALL
     (SELECT time FROM coin_transactions WHERE ledger_id = l.id AND held ORDER BY position LIMIT 1)) AS first
   CROSS JOIN LATERAL (
     (SELECT time, block FROM transfers WHERE ledger_id = l.id ORDER BY position DESC LIMIT 1)
     UNION ALL
     (SELECT time, block FROM coin_transactions WHERE ledger_id = l.id AND held
       ORDER BY position DESC LIMIT 1)) AS last`;

/** Every asset with records, on any server, by network and ticker. */
export async function recordsHeld(pool: Pool): Promise<readonly RecordsHeld[]> {
  const held = await acrossServers(pool, recordsHeldOn, (one) => one);
  return pool.ledgers === undefined ? held : held.toSorted(byNetworkAndTicker);
}

async function recordsHeldOn(db: Db): Promise<readonly RecordsHeld[]> {
  const found = await db.query(`${HELD} ORDER BY l.network, l.ticker`);
  return found.rows.flatMap(heldOf);
}

function byNetworkAndTicker(a: RecordsHeld, b: RecordsHeld): number {
  const [one, other] = [`${a.network} ${a.ticker}`, `${b.network} ${b.ticker}`];
  return one < other ? -1 : Number(one > other);
}

/** What is stored of one asset; null where no record is. */
export async function recordsHeldOf(db: Db, network: NetworkId, ticker: string): Promise<RecordsHeld | null> {
  return (await storedLedger(db, network, ticker))?.held ?? null;
}

export interface StoredLedger {
  readonly ledger: Ledger;
  readonly held: RecordsHeld;
  /** Older records of some account exist and were not fetched. */
  readonly hasUnreadOpenings: boolean;
}

/** As `recordsHeldOf`, with its transfer ledger: both in one round trip. */
export async function storedLedger(db: Db, network: NetworkId, ticker: string): Promise<StoredLedger | null> {
  const found = await db.query(prepared(`${HELD} WHERE l.network = $1 AND l.ticker = $2`, [network, ticker]));
  const [row] = found.rows;
  const [held] = found.rows.flatMap(heldOf);
  if (row === undefined || held === undefined) return null;
  const { fromBeginning, revision, records } = held;
  const ledger = { id: row.id, network, ticker, fromBeginning, revision, lastChange: row.last_change, records };
  return { ledger, held, hasUnreadOpenings: row.has_unread_openings };
}

/**
 * The last of the first `count` records of a transfer ledger of an account network; null where there are fewer. Reads
 * that many entries of an index: for computing a result again, not for every check.
 */
export async function recordAt(
  db: Db,
  network: NetworkId,
  ticker: string,
  count: number,
): Promise<{ readonly position: number; readonly time: number; readonly block: number | null } | null> {
  const found = await db.query(
    `SELECT t.position, t.time, t.block
       FROM ledgers l JOIN transfers t ON t.ledger_id = l.id
      WHERE l.network = $1 AND l.ticker = $2
      ORDER BY t.position OFFSET $3 LIMIT 1`,
    [network, ticker, count - 1],
  );
  const [row] = found.rows;
  if (row === undefined) return null;
  const block = Number(row.block);
  return { position: Number(row.position), time: Number(row.time), block: block === 0 ? null : block };
}

/** An asset whose records mention an address. */
export interface MovedAsset {
  readonly address: string;
  readonly network: NetworkId;
  readonly ticker: string;
}

/** What these addresses have moved, on any network, by the records of this installation: one query for all of them. */
export async function movedAssets(pool: Pool, addresses: readonly string[]): Promise<readonly MovedAsset[]> {
  return await acrossServers(
    pool,
    (one) => movedAssetsOn(one, addresses),
    (asset) => asset,
  );
}

async function movedAssetsOn(db: Db, addresses: readonly string[]): Promise<readonly MovedAsset[]> {
  const found = await db.query(
    prepared(
      `SELECT a.address, l.network, l.ticker
             FROM ledgers l JOIN accounts a ON a.ledger_id = l.id AND a.address = ANY ($1::text[])
            WHERE a.role = 'account' AND a.first_time IS NOT NULL
            ORDER BY a.address, l.network, l.ticker`,
      [addresses],
    ),
  );
  return found.rows.flatMap(({ address, network, ticker }) =>
    isNetworkId(network) ? [{ address, network, ticker }] : [],
  );
}

function heldOf(row: StoredRow): RecordsHeld[] {
  if (!isNetworkId(row.network)) return [];
  const block = Number(present(row.tip_block));
  return [
    {
      network: row.network,
      ticker: row.ticker,
      records: Number(row.records),
      addresses: Number(row.addresses),
      firstTime: Number(present(row.first_time)),
      lastTime: Number(present(row.last_time)),
      tipBlock: block === 0 ? null : block,
      fromBeginning: row.from_beginning,
      revision: Number(row.revision),
    },
  ];
}

/**
 * What the tables of one asset take on the database's disk, indexes and addresses included, in bytes. 0 for an asset that
 * is not stored.
 */
export async function diskHeld(db: Db, network: NetworkId, ticker: string): Promise<number> {
  // The tables of a transfer ledger are partitions that end with its number.
  const { rows } = await db.query(
    `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes
       FROM ledgers l
       JOIN pg_class c ON c.relname ~ ('_' || l.id || '$') AND c.relkind = 'r' AND c.relispartition
      WHERE l.network = $1 AND l.ticker = $2`,
    [network, ticker],
  );
  return rows[0]?.bytes ?? 0;
}
