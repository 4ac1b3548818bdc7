import type { NetworkId } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';
import { type Comparison, isComplete } from './history-gaps.ts';
import type { KeptAccount } from './kept/kept-account.ts';
import type { SourceTip } from './sources.ports.ts';
import { readTransfers, writeTransfers } from './transfer-text.ts';

export interface OnDemandAsset {
  readonly network: NetworkId;
  readonly ticker: string;
}

/** The cache of account networks: permanent below finality; above it valid only while its tip is the current one. */
export const neighbourhoodStore = {
  async tipSince(db: Db, network: NetworkId, since: Date): Promise<SourceTip | null> {
    const found = await db.query(
      `SELECT block, time, final_block, final_time, provider FROM live_tips WHERE network = $1 AND asked_at > $2`,
      [network, since],
    );
    const row = found.rows[0];
    if (row === undefined) return null;
    const { block, time, final_block: finalBlock, final_time: finalTime, provider } = row;
    return {
      block: Number(block),
      time: Number(time),
      finalBlock: Number(finalBlock),
      finalTime: Number(finalTime),
      provider,
    };
  },

  async saveTip(db: Db, network: NetworkId, tip: SourceTip, now: Date): Promise<void> {
    await db.query(
      `INSERT INTO live_tips (network, block, time, final_block, final_time, provider, asked_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (network) DO UPDATE SET block = excluded.block, time = excluded.time,
         final_block = excluded.final_block, final_time = excluded.final_time, provider = excluded.provider,
         asked_at = excluded.asked_at
       WHERE live_tips.asked_at < excluded.asked_at`,
      [network, tip.block, tip.time, tip.finalBlock, tip.finalTime, tip.provider, now],
    );
  },

  async find(
    db: Db,
    asset: OnDemandAsset,
    address: string,
    tip: Pick<SourceTip, 'time'> | null,
  ): Promise<KeptAccount | null> {
    const found = await db.query(
      `SELECT from_mark, opening, settled_until, checked_until, gaps, compared_at, is_equal, missing_received,
              missing_sent, is_contract, contracts, counterparties,
              transactions, received, sent, settled, loose, provider
         FROM live_accounts WHERE network = $1 AND ticker = $2 AND address = $3`,
      [asset.network, asset.ticker, address],
    );
    const row = found.rows[0];
    if (row === undefined) return null;
    // What was not final may have been undone since the tip moved on.
    const isCurrent = tip !== null && Number(row.checked_until) === tip.time;
    return {
      address,
      from: numberOf(row.from_mark),
      until: Number(isCurrent ? row.checked_until : row.settled_until),
      opening: bigintOf(row.opening),
      transfers: [...readTransfers(row.settled), ...(isCurrent ? readTransfers(row.loose) : [])],
      gaps: JSON.parse(row.gaps),
      comparison: isCurrent ? comparisonOf(row) : null,
      isContract: row.is_contract,
      contracts: JSON.parse(row.contracts),
      counters: {
        counterparties: numberOf(row.counterparties),
        transactions: numberOf(row.transactions),
        received: bigintOf(row.received),
        sent: bigintOf(row.sent),
      },
      provider: row.provider,
      cursor: null,
    };
  },

  /** Stores an account; a stored one that reaches further back or further up is left as it is. */
  async save(db: Db, asset: OnDemandAsset, account: KeptAccount, tip: SourceTip, now: Date): Promise<void> {
    const settledUntil = Math.min(tip.finalTime, account.until);
    // A range that begins above finality contains nothing final.
    if (account.from !== null && account.from > settledUntil) return;
    const settled = account.transfers.filter(({ time }) => time <= settledUntil);
    const loose = account.transfers.filter(({ time }) => time > settledUntil);
    const { counters } = account;
    await db.query(
      `INSERT INTO live_accounts AS kept (network, ticker, address, from_mark, opening, settled_until, checked_until,
         is_whole, is_contract, contracts, counterparties, transactions, received, sent, settled, loose, provider,
         checked_at, gaps, compared_at, is_equal, missing_received, missing_sent)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
       ON CONFLICT (network, ticker, address) DO UPDATE SET from_mark = excluded.from_mark, opening = excluded.opening,
         settled_until = excluded.settled_until, checked_until = excluded.checked_until, is_whole = excluded.is_whole,
         is_contract = excluded.is_contract, contracts = excluded.contracts, counterparties = excluded.counterparties,
         transactions = excluded.transactions, received = excluded.received, sent = excluded.sent,
         settled = excluded.settled, loose = excluded.loose, provider = excluded.provider,
         checked_at = excluded.checked_at, gaps = excluded.gaps, compared_at = excluded.compared_at,
         is_equal = excluded.is_equal, missing_received = excluded.missing_received,
         missing_sent = excluded.missing_sent
       WHERE kept.checked_until <= excluded.checked_until
         AND coalesce(kept.from_mark, -1) >= coalesce(excluded.from_mark, -1)`,
      [
        asset.network,
        asset.ticker,
        account.address,
        account.from,
        account.opening?.toString() ?? null,
        settledUntil,
        account.until,
        isComplete(account.gaps, account.comparison),
        account.isContract,
        JSON.stringify(account.contracts),
        counters.counterparties,
        counters.transactions,
        counters.received?.toString() ?? null,
        counters.sent?.toString() ?? null,
        writeTransfers(settled),
        writeTransfers(loose),
        account.provider,
        now,
        ...comparisonValues(account),
      ],
    );
  },

  /** Deletes what was not read since `before`; it is read again when needed. */
  async removeOlderThan(db: Db, before: Date): Promise<number> {
    const accounts = await db.query('DELETE FROM live_accounts WHERE checked_at < $1', [before]);
    const coins = await db.query('DELETE FROM live_coin_transactions WHERE checked_at < $1', [before]);
    return (accounts.rowCount ?? 0) + (coins.rowCount ?? 0);
  },
};

export interface ComparisonRow {
  readonly compared_at: string | null;
  readonly is_equal: boolean | null;
  readonly missing_received: string | null;
  readonly missing_sent: string | null;
}

/** Null where the stored history was not compared. */
export function comparisonOf(row: ComparisonRow): Comparison | null {
  if (row.compared_at === null || row.is_equal === null) return null;
  const missing = { received: bigintOf(row.missing_received) ?? 0n, sent: bigintOf(row.missing_sent) ?? 0n };
  return { at: Number(row.compared_at), isEqual: row.is_equal, ...missing };
}

/** Values of the columns `gaps`, `compared_at`, `is_equal`, `missing_received` and `missing_sent`. */
export function comparisonValues({ gaps, comparison }: Pick<KeptAccount, 'gaps' | 'comparison'>): readonly unknown[] {
  const { at = null, isEqual = null, received, sent } = comparison ?? {};
  return [JSON.stringify(gaps), at, isEqual, received?.toString() ?? null, sent?.toString() ?? null];
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}

function bigintOf(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}
