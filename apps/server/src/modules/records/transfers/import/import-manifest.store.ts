import { z } from 'zod';
import { type Db, jsonAs, LOCK_SPACES, type PoolClient, type Rows } from '../../../../platform/db/index.ts';
import { touchLedgerOf } from '../ledgers/ledger.store.ts';

/** What an import has read and rejected so far; stored with it, so that a continued import reports all of it. */
export interface ImportCounts {
  rows: number;
  /** Transfers, coin transactions and opening balances that are staged or appended. */
  read: number;
  rejected: number;
  /** Transfers of tokens that the catalogue does not list. */
  unknownTokens: number;
  /** The contracts they name, most frequent first where shown; at most a thousand are counted separately. */
  unknownContracts: Record<string, number>;
}

export interface ImportManifest {
  readonly id: number;
  readonly format: string;
  readonly state: 'reading' | 'appending' | 'done';
  readonly counts: ImportCounts;
}

export interface Reject {
  readonly fileName: string;
  readonly rowNumber: number;
  readonly reason: string;
  readonly content: string;
}

const NO_COUNTS: ImportCounts = { rows: 0, read: 0, rejected: 0, unknownTokens: 0, unknownContracts: {} };
/** As they are stored, from the first rows on. */
const Counts = z.object({
  rows: z.number().exactOptional(),
  read: z.number().exactOptional(),
  rejected: z.number().exactOptional(),
  unknownTokens: z.number().exactOptional(),
  unknownContracts: z.record(z.string(), z.number()).exactOptional(),
});

const BY_FINGERPRINT = 'SELECT id, format, state, counts FROM transfer_imports WHERE fingerprint = $1';

/** The import of exactly these files, new or found again. */
export async function findOrBeginImport(db: Db, fingerprint: string, format: string): Promise<ImportManifest> {
  await db.query(
    "INSERT INTO transfer_imports (fingerprint, format, state) VALUES ($1, $2, 'reading') ON CONFLICT DO NOTHING",
    [fingerprint, format],
  );
  const found = await db.query(BY_FINGERPRINT, [fingerprint]);
  const row = found.rows[0];
  if (row === undefined) throw new Error('The import vanished while it was begun');
  return manifestOf(row);
}

export async function unfinishedImports(db: Db): Promise<ImportManifest[]> {
  const found = await db.query(
    "SELECT id, format, state, counts FROM transfer_imports WHERE state <> 'done' ORDER BY id",
  );
  return found.rows.map(manifestOf);
}

/** Claims an import for the session of `client`; false when another session has it. */
export async function claimImport(client: PoolClient, importId: number): Promise<boolean> {
  const found = await client.query('SELECT pg_try_advisory_lock($1, $2) AS claimed', [
    LOCK_SPACES.transferImports,
    importId,
  ]);
  return found.rows[0]?.claimed === true;
}

export async function releaseImport(client: PoolClient, importId: number): Promise<void> {
  await client.query('SELECT pg_advisory_unlock($1, $2)', [LOCK_SPACES.transferImports, importId]);
}

/**
 * Notes that all files of an import were read: its rows may be appended.
 *
 * @param files how many there are
 * @throws StagingChangedError where not all of their rows are staged
 */
export async function finishReading(db: Db, importId: number, files: number): Promise<void> {
  const updated = await db.query(
    `UPDATE transfer_imports SET state = 'appending'
      WHERE id = $1 AND $2 = (SELECT count(*) FROM transfer_import_files WHERE import_id = $1 AND done)`,
    [importId, files],
  );
  if (updated.rowCount !== 1) throw new StagingChangedError();
}

export async function finishImport(db: Db, importId: number): Promise<void> {
  await db.query("UPDATE transfer_imports SET state = 'done', finished_at = now() WHERE id = $1", [importId]);
}

/** Where reading of a file continues; 0 rows for one not begun. */
export async function rowsRead(
  db: Db,
  importId: number,
  file: { readonly sha256: string; readonly name: string },
): Promise<{ readonly rows: number; readonly digest: string; readonly done: boolean }> {
  const found = await db.query(
    `INSERT INTO transfer_import_files (import_id, sha256, name) VALUES ($1, $2, $3)
     ON CONFLICT (import_id, sha256) DO UPDATE SET name = excluded.name RETURNING rows_read, rows_digest, done`,
    [importId, file.sha256, file.name],
  );
  const row = found.rows[0];
  return { rows: Number(row?.rows_read ?? 0), digest: row?.rows_digest ?? '', done: row?.done === true };
}

/** What has been read of a file, with its latest rows. */
export interface FileProgress {
  readonly sha256: string;
  /** Rows that had been read before these. */
  readonly from: number;
  readonly rows: number;
  readonly digest: string;
  readonly done: boolean;
}

/** Rows that an import has staged are missing, or others have been added: going on would leave a gap or double rows. */
export class StagingChangedError extends Error {
  override readonly name = 'StagingChangedError';

  constructor() {
    super(
      'The database has lost rows that this import had stored, as after its crash or failover, or another process reads ' +
        'the same files. Run the same command again to resume.',
    );
  }
}

/** @throws StagingChangedError where the latest rows do not continue what is staged of the file */
export async function checkpoint(
  db: Db,
  importId: number,
  { sha256, from, rows, digest, done }: FileProgress,
  counts: ImportCounts,
): Promise<void> {
  const updated = await db.query(
    `UPDATE transfer_import_files SET rows_read = $3, rows_digest = $4, done = $5
      WHERE import_id = $1 AND sha256 = $2 AND rows_read = $6`,
    [importId, sha256, rows, digest, done, from],
  );
  if (updated.rowCount !== 1) throw new StagingChangedError();
  await db.query('UPDATE transfer_imports SET counts = $2 WHERE id = $1', [importId, JSON.stringify(counts)]);
}

export async function insertRejects(
  db: Db,
  importId: number,
  sha256: string,
  rejects: readonly Omit<Reject, 'fileName'>[],
): Promise<void> {
  if (rejects.length === 0) return;
  await db.query(
    `INSERT INTO transfer_import_rejects (import_id, sha256, row_number, reason, content)
     SELECT $1, $2, * FROM unnest($3::bigint[], $4::text[], $5::text[]) ON CONFLICT DO NOTHING`,
    [
      importId,
      sha256,
      rejects.map((reject) => reject.rowNumber),
      rejects.map((reject) => reject.reason),
      // PostgreSQL text cannot contain the zero byte.
      rejects.map((reject) => reject.content.replaceAll('\0', '')),
    ],
  );
}

/** Rejected rows of an import in order, a page at a time. */
export async function readRejects(db: Db, importId: number, offset: number, limit: number): Promise<Reject[]> {
  const found = await db.query(
    `SELECT f.name AS file_name, r.row_number, r.reason, r.content
       FROM transfer_import_rejects r JOIN transfer_import_files f USING (import_id, sha256)
      WHERE r.import_id = $1 ORDER BY f.name, r.sha256, r.row_number OFFSET $2 LIMIT $3`,
    [importId, offset, limit],
  );
  return found.rows.map((row) => ({
    fileName: row.file_name,
    rowNumber: Number(row.row_number),
    reason: row.reason,
    content: row.content,
  }));
}

/** Deletes an import that has not begun to append, and everything it staged. */
export async function discardImport(client: PoolClient, importId: number): Promise<boolean> {
  const found = await client.query("DELETE FROM transfer_imports WHERE id = $1 AND state = 'reading'", [importId]);
  if (found.rowCount === 0) return false;
  for (const table of ['staged_transfers', 'staged_openings', 'staged_coin_transactions']) {
    await client.query(`DELETE FROM ${table} WHERE import_id = $1`, [importId]);
  }
  // Facts about a transaction that was never applied; one that was applied before keeps its records.
  const { rows } = await client.query(
    `WITH gone AS (DELETE FROM evm_transactions WHERE import_id = $1 AND dirty RETURNING network)
     SELECT DISTINCT network FROM gone ORDER BY network`,
    [importId],
  );
  for (const { network } of rows) await touchLedgerOf(client, network);
  return true;
}

/** Removes the note that files were imported, so that they are read again; their records stay. */
export async function forgetImport(db: Db, importId: number): Promise<void> {
  await db.query("DELETE FROM transfer_imports WHERE id = $1 AND state = 'done'", [importId]);
}

function manifestOf(row: Rows[typeof BY_FINGERPRINT]): ImportManifest {
  return {
    id: Number(row.id),
    format: row.format,
    state: row.state,
    counts: { ...structuredClone(NO_COUNTS), ...jsonAs(Counts, row.counts) },
  };
}
