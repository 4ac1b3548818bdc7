import { ASSETS } from '@assay/domain';
import { type Db, type Pool, present } from '../../../platform/db/index.ts';
import { acrossServers, type Ledger, transfersTable } from '../../records/index.ts';
import type { SeenAsset } from './counterparties.ports.ts';

const DAY_SECONDS = 86_400;

/** The records of one account up to a position. */
export interface SubjectRecords {
  readonly account: number;
  /** Both directions together, by the counters of the account: for progress only. */
  readonly records: number;
  /** Position of the last of them. */
  readonly last: number;
}

/** The account of an address with its last record up to `until`; null where no record up to there names it. */
export async function recordsOfAccount(
  db: Db,
  ledger: Ledger,
  isUtxo: boolean,
  address: string,
  until: number,
): Promise<SubjectRecords | null> {
  const positions = isUtxo
    ? (`SELECT max(created_position) AS at FROM coin_outputs WHERE owner_id = a.id AND created_position <= $3
        UNION ALL
       SELECT max(spent_position) FROM coin_outputs
        WHERE owner_id = a.id AND spent_by IS NOT NULL AND spent_position <= $3` as const)
    : (`(SELECT position AS at FROM ${transfersTable(ledger.id)}
         WHERE to_id = a.id AND position <= $3 ORDER BY position DESC LIMIT 1)
        UNION ALL
       (SELECT position FROM ${transfersTable(ledger.id)}
         WHERE from_id = a.id AND position <= $3 ORDER BY position DESC LIMIT 1)` as const);
  const { rows } = await db.query(
    `SELECT a.id, a.inflows::bigint + a.outflows AS records, (SELECT max(at) FROM (${positions}) AS ends) AS last
       FROM accounts a WHERE a.ledger_id = $1 AND a.address = $2`,
    [ledger.id, address, until],
  );
  const [row] = rows;
  if (row === undefined || row.last === null) return null;
  return { account: Number(row.id), records: Number(row.records), last: Number(row.last) };
}

/**
 * The days on which an account of an account network moved anything, since 1970: one entry of an index a day, however
 * many records a day has.
 */
export async function daysOfAccount(
  db: Db,
  ledgerId: number,
  account: number,
  until: number,
): Promise<readonly number[]> {
  const side = (column: 'to_id' | 'from_id', name: string) => `
    ${name} (at) AS (
      (SELECT position FROM ${transfersTable(ledgerId)}
        WHERE ${column} = $1 AND position <= $2 ORDER BY position LIMIT 1)
      UNION ALL
      SELECT (SELECT position FROM ${transfersTable(ledgerId)}
               WHERE ${column} = $1 AND position <= $2
                 AND position >= ((((${name}.at >> 21) / ${DAY_SECONDS}) + 1) * ${DAY_SECONDS}) << 21
               ORDER BY position LIMIT 1)
        FROM ${name} WHERE ${name}.at IS NOT NULL)`;
  const { rows } = await db.query(
    `WITH RECURSIVE ${side('to_id', 'received')}, ${side('from_id', 'sent')}
     SELECT DISTINCT ((at >> 21) / ${DAY_SECONDS})::int AS day
       FROM (SELECT at FROM received UNION ALL SELECT at FROM sent) AS either WHERE at IS NOT NULL ORDER BY day`,
    [account, until],
  );
  return rows.map(({ day }) => present(day));
}

/** As `daysOfAccount`, for an owner of coins: the days of all its transactions. */
export async function daysOfOwner(db: Db, owner: number, until: number): Promise<readonly number[]> {
  const { rows } = await db.query(
    `SELECT DISTINCT (t.time / ${DAY_SECONDS})::int AS day
       FROM (SELECT created_by AS id FROM coin_outputs WHERE owner_id = $1 AND created_position <= $2
              UNION
             SELECT spent_by FROM coin_outputs WHERE owner_id = $1 AND spent_by IS NOT NULL AND spent_position <= $2) AS own
       JOIN coin_transactions t ON t.id = own.id ORDER BY day`,
    [owner, until],
  );
  return rows.map(({ day }) => present(day));
}

/** The time of a transaction at a position, Unix seconds. */
export async function timeOfCoins(db: Db, ledgerId: number, position: number): Promise<number> {
  const { rows } = await db.query(
    'SELECT time FROM coin_transactions WHERE ledger_id = $1 AND held AND position = $2',
    [ledgerId, position],
  );
  return Number(rows[0]?.time ?? 0);
}

/** Every asset of the catalogue whose records name an address, by number of records: one look-up a transfer ledger. */
export async function seenAssets(pool: Pool, address: string): Promise<readonly SeenAsset[]> {
  const seen = await acrossServers(
    pool,
    (one) => seenAssetsOn(one, address),
    (asset) => asset,
  );
  return seen.toSorted((a, b) => b.records - a.records);
}

async function seenAssetsOn(db: Db, address: string): Promise<readonly SeenAsset[]> {
  const { rows } = await db.query(
    `SELECT l.network, l.ticker, (a.inflows::bigint + a.outflows)::float8 AS records, a.first_time::float8 AS first,
            a.last_time::float8 AS last
       FROM ledgers l JOIN accounts a ON a.ledger_id = l.id AND a.address = $1
      WHERE a.role = 'account' AND a.first_time IS NOT NULL
      ORDER BY records DESC, l.network, l.ticker`,
    [address],
  );
  return rows.flatMap(({ records, first, last, ...named }) => {
    const asset = ASSETS.find(({ network, ticker }) => network === named.network && ticker === named.ticker);
    if (asset === undefined || asset.network === null) return [];
    const { network, ticker, parent } = asset;
    return [{ network, ticker, parent, records, firstTime: first, lastTime: present(last) }];
  });
}
