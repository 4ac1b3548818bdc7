import { type Db, type PoolClient, readCopied } from '../../../platform/db/index.ts';
import { accountsTable, type Ledger, positionAt, secondOf, transfersTable } from '../../records/transfers/index.ts';
import type { SegmentAccount, SegmentTransfer } from './files/segment-writer.ts';

/** What the database knows of a set of segments. */
export interface SegmentSet {
  readonly ledgerId: number;
  readonly lastPosition: number;
  /** First position that changed since; null for none. */
  readonly changedFrom: number | null;
}

export async function findSet(db: Db, id: string): Promise<SegmentSet | null> {
  const found = await db.query<{ ledger_id: number; last_position: string; changed_from: string | null }>(
    'SELECT ledger_id, last_position, changed_from FROM segment_sets WHERE id = $1',
    [id],
  );
  const row = found.rows[0];
  if (row === undefined) return null;
  return {
    ledgerId: row.ledger_id,
    lastPosition: Number(row.last_position),
    changedFrom: row.changed_from === null ? null : Number(row.changed_from),
  };
}

/**
 * States up to which position a set is about to hold records, so that a change of one of them is noted. Call with the
 * ledger locked. What was noted of later records than the set held is forgotten: they are read now.
 */
export async function watchSet(db: Db, id: string, ledgerId: number, lastPosition: number): Promise<void> {
  await db.query(
    `INSERT INTO segment_sets (id, ledger_id, last_position) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET last_position = greatest(segment_sets.last_position, excluded.last_position),
                                    changed_from = NULL`,
    [id, ledgerId, lastPosition],
  );
}

/** Lets one process at a time write segments of a ledger; ends with the transaction. */
export async function claimWriting(client: PoolClient, ledgerId: number): Promise<boolean> {
  const found = await client.query<{ claimed: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtext('assay segments'), $1) AS claimed",
    [ledgerId],
  );
  return found.rows[0]?.claimed === true;
}

/** Block of the newest record of a ledger, 0 where its source states none; null without a record. */
export async function newestBlock(db: Db, ledger: Ledger): Promise<number | null> {
  const found = await db.query<{ block: string }>(
    `SELECT block FROM ${transfersTable(ledger.id)} WHERE ledger_id = $1 ORDER BY position DESC LIMIT 1`,
    [ledger.id],
  );
  const block = found.rows[0]?.block;
  return block === undefined ? null : Number(block);
}

/** The second before which every record is of this block or an earlier one; null where none is. */
export async function secondAfterBlock(db: Db, ledger: Ledger, block: number): Promise<number | null> {
  const found = await db.query<{ position: string | null; later: string | null }>(
    `SELECT f.position, (SELECT min(position) FROM ${transfersTable(ledger.id)} t
                          WHERE t.ledger_id = $1 AND t.position > f.position) AS later
       FROM (SELECT max(position) AS position FROM ${transfersTable(ledger.id)}
              WHERE ledger_id = $1 AND block <= $2) f`,
    [ledger.id, block],
  );
  const row = found.rows[0];
  if (row === undefined || row.position === null) return null;
  const second = secondOf(Number(row.position));
  // A second that another block shares is not complete yet.
  return row.later !== null && secondOf(Number(row.later)) === second ? second : second + 1;
}

/** The last position of the next segment: some records after `after`, whole seconds only; null where none is left. */
export async function endOfSegment(
  client: PoolClient,
  ledger: Ledger,
  { after, before, records }: { readonly after: number; readonly before: number; readonly records: number },
): Promise<number | null> {
  const table = transfersTable(ledger.id);
  const found = await client.query<{ position: string }>(
    `SELECT position FROM ${table} WHERE ledger_id = $1 AND position > $2 AND position < $3
      ORDER BY position OFFSET $4 LIMIT 1`,
    [ledger.id, after, before, records - 1],
  );
  const full = found.rows[0]?.position;
  const until = full === undefined ? before : Math.min(before, positionAt(secondOf(Number(full)) + 1, 0));
  const last = await client.query<{ position: string | null }>(
    `SELECT max(position) AS position FROM ${table} WHERE ledger_id = $1 AND position > $2 AND position < $3`,
    [ledger.id, after, until],
  );
  const position = last.rows[0]?.position;
  return position === null || position === undefined ? null : Number(position);
}

/** Records after one position up to another, in order. */
export async function* readTransfers(
  client: PoolClient,
  ledger: Ledger,
  after: number,
  last: number,
): AsyncGenerator<readonly SegmentTransfer[]> {
  // Doubles as the shortest text that reads as the same double; COPY takes no parameters.
  const query = `SELECT position, time, block, transaction_index, kind, record_index, ordinal, from_id, to_id, amount,
      inflow_share, covered, outflow_share, transaction_id
      FROM ${transfersTable(ledger.id)}
     WHERE ledger_id = ${Number(ledger.id)} AND position > ${Number(after)} AND position <= ${Number(last)}
     ORDER BY position`;
  for await (const rows of readCopied(client, query)) yield rows.map(transferOf);
}

function transferOf(row: readonly string[]): SegmentTransfer {
  const [position, time, block, transactionIndex, kind, recordIndex, ordinal, from, to] = row;
  const [, , , , , , , , , amount = '', inflowShare, covered, outflowShare, transactionId = ''] = row;
  return {
    position: Number(position),
    time: Number(time),
    block: Number(block),
    transactionIndex: numberOrNull(transactionIndex),
    kind: Number(kind),
    recordIndex: numberOrNull(recordIndex),
    ordinal: Number(ordinal),
    from: Number(from),
    to: Number(to),
    amount,
    inflowShare: Number(inflowShare),
    covered: Number(covered),
    outflowShare: Number(outflowShare),
    transactionId,
  };
}

function numberOrNull(text = '\\N'): number | null {
  return text === '\\N' ? null : Number(text);
}

interface AccountRow {
  readonly id: string;
  readonly address: string;
  readonly role: string;
  readonly opening: string;
  readonly opening_unread: boolean;
}

/** Of these accounts, those without a record before a second, and sinks, whose first record is not kept up to date. */
export async function readNewAccounts(
  client: PoolClient,
  ledger: Ledger,
  ids: readonly number[],
  firstSecond: number,
): Promise<readonly SegmentAccount[]> {
  const found = await client.query<AccountRow>(
    `SELECT id, address, role, opening, opening_unread FROM ${accountsTable(ledger.id)}
      WHERE ledger_id = $1 AND id = ANY ($2::bigint[]) AND (first_time >= $3 OR role <> 'account')`,
    [ledger.id, ids, firstSecond],
  );
  return found.rows.map((row) => ({
    account: Number(row.id),
    address: row.address,
    role: row.role,
    opening: row.opening,
    openingUnread: row.opening_unread,
  }));
}
