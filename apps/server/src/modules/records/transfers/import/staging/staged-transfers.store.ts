import { type RawTransfer, TRANSFER_KINDS } from '@assay/exposure';
import { type PoolClient, readCopied } from '../../../../../platform/db/index.ts';
import type { LedgerName } from './staged.store.ts';

/** Staged transfers of one transfer ledger that may be appended: those of imports whose files were all read. */
export interface StagedPart extends LedgerName {
  readonly imports: readonly number[];
  /** The last second that belongs to the part; null for all there are. */
  readonly upTo: number | null;
}

/** Imports whose files were all read: their rows stay as they are until they are appended. */
export async function readImports(client: PoolClient): Promise<readonly number[]> {
  const found = await client.query("SELECT id FROM transfer_imports WHERE state <> 'reading' ORDER BY id");
  return found.rows.map(({ id }) => Number(id));
}

const OF_PART = `network = $1 AND ticker = $2 AND time IS NOT NULL AND import_id = ANY ($3::bigint[])
  AND ($4::bigint IS NULL OR time <= $4)`;

function valuesOf({ network, ticker, imports, upTo }: StagedPart): unknown[] {
  return [network, ticker, imports, upTo];
}

export async function countTransfers(client: PoolClient, part: StagedPart): Promise<number> {
  const found = await client.query(`SELECT count(*) FROM staged_transfers WHERE ${OF_PART}`, valuesOf(part));
  return Number(found.rows[0]?.count ?? 0);
}

/** How many transfers of a part are staged: of all imports, and of one. */
export async function countOwnTransfers(
  client: PoolClient,
  part: StagedPart,
  importId: number,
): Promise<{ readonly all: number; readonly own: number }> {
  const found = await client.query(
    `SELECT count(*) AS all, count(*) FILTER (WHERE import_id = $5) AS own FROM staged_transfers WHERE ${OF_PART}`,
    [...valuesOf(part), importId],
  );
  const { all = '0', own = '0' } = found.rows[0] ?? {};
  return { all: Number(all), own: Number(own) };
}

/** First and last second of the earliest staged transfers, at most `limit` of them, and their number. */
export async function earliestTransfers(
  client: PoolClient,
  part: StagedPart,
  limit: number,
): Promise<{ readonly first: number; readonly last: number; readonly count: number } | null> {
  const found = await client.query(
    `SELECT min(time) AS first, max(time) AS last, count(*) AS count
       FROM (SELECT time FROM staged_transfers WHERE ${OF_PART} ORDER BY time LIMIT $5) AS page`,
    [...valuesOf(part), limit],
  );
  const { first = null, last = null, count = '0' } = found.rows[0] ?? {};
  return first === null || last === null ? null : { first: Number(first), last: Number(last), count: Number(count) };
}

/** All staged transfers of a part by time, in batches that may end within a second. */
export async function* streamTransfers(
  client: PoolClient,
  { network, ticker, imports, upTo }: StagedPart,
): AsyncGenerator<readonly RawTransfer[]> {
  const query = `SELECT time, block, transaction_index, transaction_id, kind, record_index, ordinal, from_address,
      to_address, amount FROM staged_transfers
    WHERE network = ${client.escapeLiteral(network)} AND ticker = ${client.escapeLiteral(ticker)} AND time IS NOT NULL
      AND import_id IN (${imports.map(Number).join(', ') || 'NULL'}) ${upTo === null ? '' : `AND time <= ${Number(upTo)}`}
    ORDER BY time, id`;
  for await (const rows of readCopied(client, query)) yield rows.map(copiedTransfer);
}

/** Removes a part; truncates the staging table where nothing else is in it. */
export async function removeTransfers(client: PoolClient, part: StagedPart): Promise<void> {
  await client.query('SAVEPOINT emptying');
  try {
    // A process that is staging now has a lock on the table: then the rows are deleted one by one.
    await client.query('LOCK TABLE staged_transfers IN ACCESS EXCLUSIVE MODE NOWAIT');
    const others = await client.query(
      `SELECT FROM staged_transfers WHERE NOT coalesce(${OF_PART}, false) LIMIT 1`,
      valuesOf(part),
    );
    if (others.rowCount === 0) {
      await client.query('TRUNCATE staged_transfers');
      return;
    }
  } catch (error) {
    if (!isLockRefused(error)) throw error;
  }
  await client.query('ROLLBACK TO SAVEPOINT emptying');
  await client.query(`DELETE FROM staged_transfers WHERE ${OF_PART}`, valuesOf(part));
}

/** Removes a part from staging and returns it. */
export async function takeTransfers(client: PoolClient, part: StagedPart): Promise<RawTransfer[]> {
  const taken = await client.query(
    `DELETE FROM staged_transfers WHERE ${OF_PART}
     RETURNING id, time, block, transaction_index, transaction_id, kind, record_index, ordinal, from_address,
               to_address, amount`,
    valuesOf(part),
  );
  return taken.rows.map(transferOf);
}

interface StagedRow {
  readonly id: string;
  readonly time: string;
  readonly block: string;
  readonly transaction_index: number | null;
  readonly transaction_id: string;
  readonly kind: number;
  readonly record_index: number | null;
  readonly ordinal: number;
  readonly from_address: string;
  readonly to_address: string;
  readonly amount: string;
}

function isLockRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

function copiedTransfer(row: readonly string[]): RawTransfer {
  const [time = '', block = '', transactionIndex, transactionId = '', kind = '', index, ordinal, from, to, amount] =
    row;
  return {
    time: Number(time),
    block: Number(block),
    transactionIndex: numberOrNull(transactionIndex),
    transactionId,
    kind: kindOf(Number(kind), transactionId),
    index: numberOrNull(index),
    ordinal: Number(ordinal),
    from: from ?? '',
    to: to ?? '',
    amount: BigInt(amount ?? 0),
  };
}

function numberOrNull(text: string | undefined): number | null {
  return text === undefined || text === '\\N' ? null : Number(text);
}

function kindOf(kind: number, id: string): RawTransfer['kind'] {
  const known = TRANSFER_KINDS[kind];
  if (known === undefined) throw new Error(`Staged transfer ${id} has the unknown kind ${kind}`);
  return known;
}

function transferOf(row: StagedRow): RawTransfer {
  return {
    time: Number(row.time),
    block: Number(row.block),
    transactionIndex: row.transaction_index,
    transactionId: row.transaction_id,
    kind: kindOf(row.kind, row.id),
    index: row.record_index,
    ordinal: row.ordinal,
    from: row.from_address,
    to: row.to_address,
    amount: BigInt(row.amount),
  };
}
