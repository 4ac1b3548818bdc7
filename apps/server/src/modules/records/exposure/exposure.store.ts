import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Db, Pool, PoolClient } from '../../../platform/db/index.ts';
import { inTransaction } from '../../../platform/db/transactions.ts';
import type { Share, StreamPart } from './exposure.ports.ts';

/** The run of this basis; created when there is none. */
export async function beginRun(
  db: Db,
  ledgerId: number,
  basis: string,
): Promise<{ readonly id: number; readonly isFinished: boolean }> {
  await db.query('INSERT INTO account_exposure_runs (ledger_id, basis) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    ledgerId,
    basis,
  ]);
  const found = await db.query(
    'SELECT id, finished_at IS NOT NULL AS finished FROM account_exposure_runs WHERE ledger_id = $1 AND basis = $2',
    [ledgerId, basis],
  );
  const row = found.rows[0];
  if (row === undefined) throw new Error('The run vanished while it was made');
  return { id: Number(row.id), isFinished: row.finished };
}

/** Parts whose shares are already written, as `direction key`. */
export async function finishedParts(db: Db, run: number): Promise<ReadonlySet<string>> {
  const found = await db.query('SELECT direction, first_key FROM account_exposure_parts WHERE run_id = $1', [run]);
  return new Set(found.rows.map((row) => `${row.direction} ${row.first_key}`));
}

/** Writes a part's shares in bulk and marks the part as finished, in one transaction. */
export async function writePart(pool: Pool, run: number, part: StreamPart, shares: Iterable<Share>): Promise<void> {
  await inTransaction(pool, (client) => copyPart(client, run, part, shares));
}

/**
 * Replaces the shares of some accounts that the streaming pass wrote for the direction, lists the accounts whose
 * shares are not exact, and records both, in one transaction.
 */
export async function replaceShares(
  pool: Pool,
  run: number,
  part: StreamPart,
  own: { readonly exact: readonly number[]; readonly inexact: readonly number[]; readonly shares: readonly Share[] },
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      'DELETE FROM account_exposure WHERE run_id = $1 AND direction = $2 AND account_id = ANY ($3::bigint[])',
      [run, part.direction, own.exact],
    );
    await client.query(
      `INSERT INTO account_exposure_inexact (run_id, account_id, direction)
       SELECT $1, account_id, $2 FROM unnest($3::bigint[]) AS a(account_id)`,
      [run, part.direction, own.inexact],
    );
    await copyPart(client, run, part, own.shares);
  });
}

async function copyPart(client: PoolClient, run: number, part: StreamPart, shares: Iterable<Share>): Promise<void> {
  const copy = client.query(copyFrom('COPY account_exposure (run_id, account_id, direction, key, share) FROM STDIN'));
  await pipeline(Readable.from(linesOf(run, part, shares)), copy);
  await client.query('INSERT INTO account_exposure_parts (run_id, direction, first_key) VALUES ($1, $2, $3)', [
    run,
    part.direction,
    part.firstKey,
  ]);
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

/** Makes a run the asset's only one; the rows of former runs are deleted. */
export async function finishRun(pool: Pool, ledgerId: number, run: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('UPDATE account_exposure_runs SET finished_at = now() WHERE id = $1', [run]);
    const former = await client.query(
      'DELETE FROM account_exposure_runs WHERE ledger_id = $1 AND id <> $2 RETURNING id',
      [ledgerId, run],
    );
    await client.query('DELETE FROM account_exposure WHERE run_id = ANY ($1::bigint[])', [
      former.rows.map(({ id }) => id),
    ]);
  });
}

export async function countShares(db: Db, run: number): Promise<number> {
  const found = await db.query('SELECT count(*) AS shares FROM account_exposure WHERE run_id = $1', [run]);
  return Number(found.rows[0]?.shares ?? 0);
}

/** Number of account directions whose shares are not exact. */
export async function countInexact(db: Db, run: number): Promise<number> {
  const found = await db.query('SELECT count(*) AS inexact FROM account_exposure_inexact WHERE run_id = $1', [run]);
  return Number(found.rows[0]?.inexact ?? 0);
}
