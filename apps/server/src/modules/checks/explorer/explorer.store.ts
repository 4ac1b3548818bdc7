import { type Db, type PoolClient, withinTime } from '../../../platform/db/index.ts';
import { findLedger, type TransferBetween, transfersBetween } from '../../records/index.ts';
import type { FollowedAsset } from './explorer.ports.ts';

/** Stored in place of what an expansion found, until it is found. */
const BEGUN = '';
/** Two busy addresses may share few of very many records: the page is not worth more time. */
const TRANSFERS_WITHIN_MS = 5_000;

/** The check and the workspace that owns it. */
export interface OwnKey {
  readonly subId: string;
  readonly workspace: string;
}

/** What is expanded. */
export interface ExpansionPlace {
  readonly address: string;
  readonly ticker: string;
  /** Empty for a coin of its own network. */
  readonly parent: string;
}

/** `found` is the JSON of an `Expansion`. One that was begun is counted, and its records are still being summed. */
export type StoredExpansion = { readonly is: 'stored'; readonly found: string } | { readonly is: 'begun' | 'none' };

/** How many expansions of a check and day were counted. */
export interface Used {
  readonly all: number;
  readonly onChain: number;
}

interface StoredNote {
  readonly node: string;
  readonly note: string;
  readonly writtenAt: Date;
}

export const explorerStore = {
  /** The JSON of each expansion, in the order in which they were made. */
  async expansions(db: Db, { subId, workspace }: OwnKey): Promise<readonly string[]> {
    const { rows } = await db.query(
      `SELECT found FROM explorer_expansions WHERE sub_id = $1 AND workspace = $2 AND found <> '${BEGUN}'
        ORDER BY expanded_at, address`,
      [subId, workspace],
    );
    return rows.map(({ found }) => found);
  },

  async expansion(
    db: Db,
    { subId, workspace }: OwnKey,
    { address, ticker, parent }: ExpansionPlace,
  ): Promise<StoredExpansion> {
    const { rows } = await db.query(
      `SELECT found FROM explorer_expansions
        WHERE sub_id = $1 AND workspace = $2 AND address = $3 AND ticker = $4 AND parent = $5`,
      [subId, workspace, address, ticker, parent],
    );
    const [row] = rows;
    if (row === undefined) return { is: 'none' };
    return row.found === BEGUN ? { is: 'begun' } : { is: 'stored', found: row.found };
  },

  /** Those that were begun included. */
  async countExpansions(db: Db, { subId, workspace }: OwnKey): Promise<number> {
    const { rows } = await db.query(
      'SELECT count(*)::int AS count FROM explorer_expansions WHERE sub_id = $1 AND workspace = $2',
      [subId, workspace],
    );
    return rows[0]?.count ?? 0;
  },

  /** False where it was begun or stored before. */
  async beginExpansion(
    db: Db,
    { subId, workspace }: OwnKey,
    { address, ticker, parent }: ExpansionPlace,
    now: Date,
  ): Promise<boolean> {
    const begun = await db.query(
      `INSERT INTO explorer_expansions (sub_id, workspace, address, ticker, parent, found, expanded_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [subId, workspace, address, ticker, parent, BEGUN, now],
    );
    return begun.rowCount === 1;
  },

  /** Stores what was found of an expansion that was begun, and returns it; what another request stored meanwhile stays. */
  async storeExpansion(
    db: Db,
    { subId, workspace }: OwnKey,
    { address, ticker, parent }: ExpansionPlace,
    found: string,
    now: Date,
  ): Promise<string> {
    const { rows } = await db.query(
      `UPDATE explorer_expansions SET
         expanded_at = CASE WHEN found = '${BEGUN}' THEN $7 ELSE expanded_at END,
         found = CASE WHEN found = '${BEGUN}' THEN $6 ELSE found END
        WHERE sub_id = $1 AND workspace = $2 AND address = $3 AND ticker = $4 AND parent = $5
        RETURNING found`,
      [subId, workspace, address, ticker, parent, found, now],
    );
    return rows[0]?.found ?? found;
  },

  /** Expansions of a day, and those of them that read a chain. */
  async usedOn(db: Db, { subId, workspace }: OwnKey, day: string): Promise<Used> {
    const { rows } = await db.query(
      `SELECT used AS all, on_demand AS "onChain" FROM explorer_budgets
        WHERE sub_id = $1 AND workspace = $2 AND day = $3`,
      [subId, workspace, day],
    );
    return rows[0] ?? { all: 0, onChain: 0 };
  },

  /** Counts one expansion of a day, in one statement over all servers; false where the budget is used up. */
  async spend(db: Db, { subId, workspace }: OwnKey, day: string, most: number): Promise<boolean> {
    const spent = await db.query(
      `INSERT INTO explorer_budgets AS b (sub_id, workspace, day, used) VALUES ($1, $2, $3, 1)
       ON CONFLICT (sub_id, day) DO UPDATE SET used = b.used + 1 WHERE b.used < $4`,
      [subId, workspace, day, most],
    );
    return spent.rowCount === 1;
  },

  /** The same for one that reads a chain: false where either budget is used up. */
  async spendOnChain(db: Db, { subId, workspace }: OwnKey, day: string, most: Used): Promise<boolean> {
    const spent = await db.query(
      `INSERT INTO explorer_budgets AS b (sub_id, workspace, day, used, on_demand) VALUES ($1, $2, $3, 1, 1)
       ON CONFLICT (sub_id, day) DO UPDATE SET used = b.used + 1, on_demand = b.on_demand + 1
        WHERE b.used < $4 AND b.on_demand < $5`,
      [subId, workspace, day, most.all, most.onChain],
    );
    return spent.rowCount === 1;
  },

  /** Gives back what was counted for an expansion that was begun; once, however many requests find that it failed. */
  async giveBack(db: Db, { subId, workspace }: OwnKey, { address, ticker, parent }: ExpansionPlace): Promise<void> {
    await db.query(
      `WITH begun AS (
         DELETE FROM explorer_expansions
          WHERE sub_id = $1 AND workspace = $2 AND address = $3 AND ticker = $4 AND parent = $5 AND found = '${BEGUN}'
          RETURNING sub_id, (expanded_at AT TIME ZONE 'UTC')::date AS day)
       UPDATE explorer_budgets b SET used = greatest(b.used - 1, 0), on_demand = greatest(b.on_demand - 1, 0)
         FROM begun WHERE b.sub_id = begun.sub_id AND b.day = begun.day`,
      [subId, workspace, address, ticker, parent],
    );
  },

  async notes(db: Db, { subId, workspace }: OwnKey): Promise<readonly StoredNote[]> {
    const { rows } = await db.query(
      `SELECT node, note, written_at AS "writtenAt" FROM explorer_notes WHERE sub_id = $1 AND workspace = $2
        ORDER BY node`,
      [subId, workspace],
    );
    return rows;
  },

  async removeNote(db: Db, { subId, workspace }: OwnKey, node: string): Promise<void> {
    await db.query('DELETE FROM explorer_notes WHERE sub_id = $1 AND workspace = $2 AND node = $3', [
      ...[subId, workspace, node],
    ]);
  },

  /** False where the check has as many notes as it may have, and none on this node. */
  async writeNote(
    db: Db,
    { subId, workspace }: OwnKey,
    { node, note, writtenAt }: StoredNote,
    most: number,
  ): Promise<boolean> {
    const written = await db.query(
      `INSERT INTO explorer_notes (sub_id, workspace, node, note, written_at)
       SELECT $1, $2, $3, $4, $5::timestamptz
        WHERE (SELECT count(*) FROM explorer_notes WHERE sub_id = $1 AND workspace = $2 AND node <> $3) < $6
       ON CONFLICT (sub_id, node) DO UPDATE SET note = excluded.note, written_at = excluded.written_at`,
      [subId, workspace, node, note, writtenAt, most],
    );
    return written.rowCount === 1;
  },

  async view(db: Db, { subId, workspace }: OwnKey): Promise<string | null> {
    const { rows } = await db.query('SELECT view FROM explorer_views WHERE sub_id = $1 AND workspace = $2', [
      subId,
      workspace,
    ]);
    return rows[0]?.view ?? null;
  },

  async saveView(db: Db, { subId, workspace }: OwnKey, view: string, now: Date): Promise<void> {
    await db.query(
      `INSERT INTO explorer_views (sub_id, workspace, view, saved_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (sub_id) DO UPDATE SET view = excluded.view, saved_at = excluded.saved_at`,
      [subId, workspace, view, now],
    );
  },
};

/**
 * The newest transfers by which one address paid another one, in a transaction of its own.
 *
 * @throws AppError Overloaded where that takes too long
 */
export async function newestBetween(
  tx: PoolClient,
  { network, ticker }: FollowedAsset,
  ...asked: readonly [from: string, to: string, most: number]
): Promise<readonly TransferBetween[]> {
  return withinTime(tx, TRANSFERS_WITHIN_MS, async () => {
    const ledger = await findLedger(tx, network, ticker);
    return ledger === null ? [] : transfersBetween(tx, ledger, ...asked);
  });
}
