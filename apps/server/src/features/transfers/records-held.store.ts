import { isNetworkId, type NetworkId } from '@assay/domain';
import type { Db } from '../../db/index.ts';

/** What this installation holds of one asset. */
export interface RecordsHeld {
  readonly network: NetworkId;
  readonly ticker: string;
  /** Transfers on account networks, transactions on UTXO networks. */
  readonly records: number;
  readonly addresses: number;
  /** Unix seconds of the first and the last record. */
  readonly firstTime: number;
  readonly lastTime: number;
  /** Height of the last block with a record; null where no source told one. */
  readonly tipBlock: number | null;
  /** Whether every record since the beginning of the chain or token is held. */
  readonly fromBeginning: boolean;
}

interface HeldRow {
  readonly network: string;
  readonly ticker: string;
  readonly from_beginning: boolean;
  readonly records: string;
  readonly addresses: string;
  readonly first_time: string | null;
  readonly last_time: string | null;
  readonly tip_block: string | null;
}

const HELD = `
  SELECT l.network, l.ticker, l.from_beginning, a.addresses,
         coalesce(t.records, 0) + coalesce(c.records, 0) AS records,
         least(t.first_time, c.first_time) AS first_time,
         greatest(t.last_time, c.last_time) AS last_time,
         nullif(greatest(t.tip_block, c.tip_block), 0) AS tip_block
    FROM ledgers l
   CROSS JOIN LATERAL (SELECT count(*) AS addresses FROM accounts
                        WHERE ledger_id = l.id AND role = 'account' AND inflows + outflows > 0) a
   CROSS JOIN LATERAL (SELECT count(*) AS records, min(time) AS first_time, max(time) AS last_time,
                              max(block) AS tip_block FROM transfers WHERE ledger_id = l.id) t
   CROSS JOIN LATERAL (SELECT count(*) AS records, min(time) AS first_time, max(time) AS last_time,
                              max(block) AS tip_block FROM coin_transactions WHERE ledger_id = l.id AND held) c`;

/** Every asset with records, by network and ticker. Counts the records: for pages and commands, not for each check. */
export async function recordsHeld(db: Db): Promise<readonly RecordsHeld[]> {
  const found = await db.query<HeldRow>(`${HELD} ORDER BY l.network, l.ticker`);
  return found.rows.flatMap((row) => {
    if (row.first_time === null || row.last_time === null || !isNetworkId(row.network)) return [];
    return [
      {
        network: row.network,
        ticker: row.ticker,
        records: Number(row.records),
        addresses: Number(row.addresses),
        firstTime: Number(row.first_time),
        lastTime: Number(row.last_time),
        tipBlock: row.tip_block === null ? null : Number(row.tip_block),
        fromBeginning: row.from_beginning,
      },
    ];
  });
}

/** Where an asset's records end: what a check was made up to. */
export interface Tip {
  readonly time: number;
  readonly block: number | null;
  readonly revision: number;
}

/** Null where no record of the asset is held. */
export async function tipOf(db: Db, network: NetworkId, ticker: string): Promise<Tip | null> {
  const found = await db.query<{ time: string; block: string; revision: string }>({
    name: 'transfers-tip',
    text: `SELECT tip.time, tip.block, l.revision FROM ledgers l
            CROSS JOIN LATERAL (
              (SELECT time, block, position FROM transfers WHERE ledger_id = l.id ORDER BY position DESC LIMIT 1)
              UNION ALL
              (SELECT time, block, position FROM coin_transactions WHERE ledger_id = l.id AND held
                ORDER BY position DESC LIMIT 1)) AS tip
            WHERE l.network = $1 AND l.ticker = $2`,
    values: [network, ticker],
  });
  const row = found.rows[0];
  if (row === undefined) return null;
  const block = Number(row.block);
  return { time: Number(row.time), block: block === 0 ? null : block, revision: Number(row.revision) };
}

/** Tickers whose records on a network mention an address: what it has moved, as far as this installation knows. */
export async function tickersOf(db: Db, network: NetworkId, address: string): Promise<readonly string[]> {
  const found = await db.query<{ ticker: string }>({
    name: 'transfers-tickers-of',
    text: `SELECT l.ticker FROM ledgers l JOIN accounts a ON a.ledger_id = l.id
            WHERE l.network = $1 AND a.address = $2 AND a.inflows + a.outflows > 0 ORDER BY l.ticker`,
    values: [network, address],
  });
  return found.rows.map((row) => row.ticker);
}
