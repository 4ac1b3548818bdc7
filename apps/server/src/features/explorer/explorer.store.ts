import type { Db } from '../../db/index.ts';

/** The check and the workspace that owns it. */
export interface OwnKey {
  readonly subId: string;
  readonly workspace: string;
}

export interface StoredExpansion {
  readonly address: string;
  readonly ticker: string;
  /** Empty for a coin of its own network. */
  readonly parent: string;
  /** JSON of an `Expansion`. */
  readonly found: string;
}

interface StoredNote {
  readonly node: string;
  readonly note: string;
  readonly writtenAt: Date;
}

export const explorerStore = {
  async expansions(db: Db, { subId, workspace }: OwnKey): Promise<readonly StoredExpansion[]> {
    const { rows } = await db.query<StoredExpansion>(
      `SELECT address, ticker, parent, found FROM explorer_expansions WHERE sub_id = $1 AND workspace = $2
        ORDER BY expanded_at, address`,
      [subId, workspace],
    );
    return rows;
  },

  async expansion(
    db: Db,
    { subId, workspace }: OwnKey,
    { address, ticker, parent }: Omit<StoredExpansion, 'found'>,
  ): Promise<StoredExpansion | null> {
    const { rows } = await db.query<StoredExpansion>(
      `SELECT address, ticker, parent, found FROM explorer_expansions
        WHERE sub_id = $1 AND workspace = $2 AND address = $3 AND ticker = $4 AND parent = $5`,
      [subId, workspace, address, ticker, parent],
    );
    return rows[0] ?? null;
  },

  /** False where another request has stored it meanwhile. */
  async addExpansion(db: Db, { subId, workspace }: OwnKey, expansion: StoredExpansion, now: Date): Promise<boolean> {
    const { address, ticker, parent, found } = expansion;
    const added = await db.query(
      `INSERT INTO explorer_expansions (sub_id, workspace, address, ticker, parent, found, expanded_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [subId, workspace, address, ticker, parent, found, now],
    );
    return added.rowCount === 1;
  },

  async usedOn(db: Db, { subId, workspace }: OwnKey, day: string): Promise<number> {
    const { rows } = await db.query<{ used: number }>(
      'SELECT used FROM explorer_budgets WHERE sub_id = $1 AND workspace = $2 AND day = $3',
      [subId, workspace, day],
    );
    return rows[0]?.used ?? 0;
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

  async notes(db: Db, { subId, workspace }: OwnKey): Promise<readonly StoredNote[]> {
    const { rows } = await db.query<StoredNote>(
      `SELECT node, note, written_at AS "writtenAt" FROM explorer_notes WHERE sub_id = $1 AND workspace = $2
        ORDER BY node`,
      [subId, workspace],
    );
    return rows;
  },

  /** An empty note removes it. */
  async writeNote(db: Db, { subId, workspace }: OwnKey, node: string, note: string, now: Date): Promise<void> {
    if (note === '') {
      await db.query('DELETE FROM explorer_notes WHERE sub_id = $1 AND workspace = $2 AND node = $3', [
        ...[subId, workspace, node],
      ]);
      return;
    }
    await db.query(
      `INSERT INTO explorer_notes (sub_id, workspace, node, note, written_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (sub_id, node) DO UPDATE SET note = excluded.note, written_at = excluded.written_at`,
      [subId, workspace, node, note, now],
    );
  },

  async view(db: Db, { subId, workspace }: OwnKey): Promise<string | null> {
    const { rows } = await db.query<{ view: string }>(
      'SELECT view FROM explorer_views WHERE sub_id = $1 AND workspace = $2',
      [subId, workspace],
    );
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

export type ExplorerStore = typeof explorerStore;
