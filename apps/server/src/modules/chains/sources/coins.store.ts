import type { NetworkId } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';
import {
  type CoinTip,
  type KeptOwner,
  type KeptTransaction,
  readTransaction,
  writeTransaction,
} from './kept/kept-coins.ts';
import { comparisonOf, comparisonValues } from './neighbourhoods.store.ts';

/** The cache of coin networks, by the same rule as histories: final blocks permanently, later ones with their tip. */
export const coinCacheStore = {
  async findTransactions(
    db: Db,
    network: NetworkId,
    ids: readonly string[],
    tip: CoinTip | null,
  ): Promise<ReadonlyMap<string, KeptTransaction>> {
    if (ids.length === 0) return new Map();
    const found = await db.query(
      `SELECT transaction_id, body, checked_until, is_settled, spends, spends_until, spends_settled
         FROM live_coin_transactions WHERE network = $1 AND transaction_id = ANY ($2)`,
      [network, ids],
    );
    const isOf = (mark: string | null) => tip !== null && mark !== null && Number(mark) === tip.block;
    const kept = new Map<string, KeptTransaction>();
    for (const row of found.rows) {
      if (!row.is_settled && !isOf(row.checked_until)) continue;
      const isKnown = row.spends !== null && (row.spends_settled || isOf(row.spends_until));
      const spends = isKnown && row.spends !== null ? JSON.parse(row.spends) : null;
      kept.set(row.transaction_id, { transaction: readTransaction(row.body), spends });
    }
    return kept;
  },

  async saveTransaction(
    db: Db,
    network: NetworkId,
    { transaction, spends }: KeptTransaction,
    tip: CoinTip,
    areSpendsSettled: boolean,
    now: Date,
  ): Promise<void> {
    await db.query(
      `INSERT INTO live_coin_transactions AS kept (network, transaction_id, block, body, checked_until, is_settled, spends,
         spends_until, spends_settled, checked_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (network, transaction_id) DO UPDATE SET block = excluded.block, body = excluded.body,
         checked_until = excluded.checked_until, is_settled = excluded.is_settled,
         spends = coalesce(excluded.spends, kept.spends),
         spends_until = CASE WHEN excluded.spends IS NULL THEN kept.spends_until ELSE excluded.spends_until END,
         spends_settled = kept.spends_settled OR excluded.spends_settled, checked_at = excluded.checked_at
       WHERE kept.checked_until <= excluded.checked_until`,
      [
        network,
        transaction.transactionId,
        transaction.block,
        writeTransaction(transaction),
        tip.block,
        transaction.block <= tip.finalBlock,
        spends === null ? null : JSON.stringify(spends),
        spends === null ? null : tip.block,
        areSpendsSettled,
        now,
      ],
    );
  },

  async findOwner(db: Db, network: NetworkId, address: string, tip: CoinTip | null): Promise<KeptOwner | null> {
    const found = await db.query(
      `SELECT from_mark, settled_until, checked_until, transactions, received, sent, settled, loose, provider, gaps,
              compared_at, is_equal, missing_received, missing_sent
         FROM live_accounts WHERE network = $1 AND ticker = $1 AND address = $2`,
      [network, address],
    );
    const row = found.rows[0];
    if (row === undefined) return null;
    const isCurrent = tip !== null && Number(row.checked_until) === tip.block;
    return {
      address,
      from: row.from_mark === null ? null : Number(row.from_mark),
      until: Number(isCurrent ? row.checked_until : row.settled_until),
      own: [...JSON.parse(row.settled), ...(isCurrent ? JSON.parse(row.loose) : [])],
      counters: {
        transactions: row.transactions === null ? null : Number(row.transactions),
        received: row.received === null ? null : BigInt(row.received),
        sent: row.sent === null ? null : BigInt(row.sent),
      },
      gaps: JSON.parse(row.gaps),
      comparison: isCurrent ? comparisonOf(row) : null,
      provider: row.provider,
      cursor: null,
    };
  },

  async saveOwner(db: Db, network: NetworkId, owner: KeptOwner, tip: CoinTip, now: Date): Promise<void> {
    const settledUntil = Math.min(tip.finalBlock, owner.until);
    if (owner.from !== null && owner.from > settledUntil) return;
    await db.query(
      `INSERT INTO live_accounts AS kept (network, ticker, address, from_mark, settled_until, checked_until, is_whole,
         contracts, transactions, received, sent, settled, loose, provider, checked_at, gaps, compared_at, is_equal,
         missing_received, missing_sent)
       VALUES ($1, $1, $2, $3, $4, $5, true, '[]', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
       ON CONFLICT (network, ticker, address) DO UPDATE SET from_mark = excluded.from_mark,
         settled_until = excluded.settled_until, checked_until = excluded.checked_until,
         transactions = excluded.transactions, received = excluded.received, sent = excluded.sent,
         settled = excluded.settled, loose = excluded.loose, provider = excluded.provider,
         checked_at = excluded.checked_at, gaps = excluded.gaps, compared_at = excluded.compared_at,
         is_equal = excluded.is_equal, missing_received = excluded.missing_received,
         missing_sent = excluded.missing_sent
       WHERE kept.checked_until <= excluded.checked_until
         AND coalesce(kept.from_mark, -1) >= coalesce(excluded.from_mark, -1)`,
      [
        network,
        owner.address,
        owner.from,
        settledUntil,
        owner.until,
        owner.counters.transactions,
        owner.counters.received?.toString() ?? null,
        owner.counters.sent?.toString() ?? null,
        JSON.stringify(owner.own.filter(([, block]) => block <= settledUntil)),
        JSON.stringify(owner.own.filter(([, block]) => block > settledUntil)),
        owner.provider,
        now,
        ...comparisonValues(owner),
      ],
    );
  },
};
