import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Db, Pool } from '../../db/index.ts';
import { inTransaction } from '../../db/transactions.ts';
import type { StreamPart } from './exposure.ports.ts';

/** The run of this basis, made when there is none. */
export async function beginRun(
  db: Db,
  ledgerId: number,
  basis: string,
): Promise<{ readonly id: number; readonly isFinished: boolean }> {
  await db.query('INSERT INTO account_exposure_runs (ledger_id, basis) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    ledgerId,
    basis,
  ]);
  const found = await db.query<{ id: string; finished: boolean }>(
    'SELECT id, finished_at IS NOT NULL AS finished FROM account_exposure_runs WHERE ledger_id = $1 AND basis = $2',
    [ledgerId, basis],
  );
  const row = found.rows[0];
  if (row === undefined) throw new Error('The run vanished while it was made');
  return { id: Number(row.id), isFinished: row.finished };
}

/** Parts whose shares are written, as `direction key`. */
export async function finishedParts(db: Db, run: number): Promise<ReadonlySet<string>> {
  const found = await db.query<{ direction: string; first_key: number }>(
    'SELECT direction, first_key FROM account_exposure_parts WHERE run_id = $1',
    [run],
  );
  return new Set(found.rows.map((row) => `${row.direction} ${row.first_key}`));
}

interface Share {
  readonly accountId: number;
  readonly key: string;
  readonly share: number;
}

/** Writes a part's shares in bulk and notes that they stand, both or neither. */
export async function writePart(pool: Pool, run: number, part: StreamPart, shares: Iterable<Share>): Promise<void> {
  await inTransaction(pool, async (client) => {
    const copy = client.query(copyFrom('COPY account_exposure (run_id, account_id, direction, key, share) FROM STDIN'));
    await pipeline(Readable.from(linesOf(run, part, shares)), copy);
    await client.query('INSERT INTO account_exposure_parts (run_id, direction, first_key) VALUES ($1, $2, $3)', [
      run,
      part.direction,
      part.firstKey,
    ]);
  });
}

const CHUNK_LENGTH = 65_536;

function* linesOf(run: number, { direction }: StreamPart, shares: Iterable<Share>): Generator<string> {
  let chunk = '';
  for (const { accountId, key, share } of shares) {
    chunk += `${run}\t${accountId}\t${direction}\t${key}\t${share}\n`;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

/** Makes a run the asset's one and only; what former runs wrote goes. */
export async function finishRun(pool: Pool, ledgerId: number, run: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('UPDATE account_exposure_runs SET finished_at = now() WHERE id = $1', [run]);
    const former = await client.query<{ id: string }>(
      'DELETE FROM account_exposure_runs WHERE ledger_id = $1 AND id <> $2 RETURNING id',
      [ledgerId, run],
    );
    await client.query('DELETE FROM account_exposure WHERE run_id = ANY ($1::bigint[])', [
      former.rows.map(({ id }) => id),
    ]);
  });
}

export async function countShares(db: Db, run: number): Promise<number> {
  const found = await db.query<{ shares: string }>(
    'SELECT count(*) AS shares FROM account_exposure WHERE run_id = $1',
    [run],
  );
  return Number(found.rows[0]?.shares ?? 0);
}
