import type { Db, PoolClient } from '../../../../platform/db/index.ts';
import { accountsTable, transfersTable } from '../ledgers/asset-tables.store.ts';
import { positionAt } from '../positions.ts';

/** What flows are made of: a record, with the addresses that ledgers of one network have in common. */
export interface FlowRecord {
  readonly ledgerId: number;
  readonly position: number;
  readonly fromId: number;
  readonly toId: number;
  readonly from: string;
  readonly to: string;
  /** Base units. */
  readonly amount: bigint;
  readonly transactionId: string;
}

interface RecordRow {
  readonly position: string;
  readonly from_id: string;
  readonly to_id: string;
  readonly amount: string;
  readonly transaction_id: string;
  readonly from_address: string | null;
  readonly to_address: string | null;
}

/** Seconds from the first to the last, both included. */
export interface SecondSpan {
  readonly first: number;
  readonly last: number;
}

/** The next records after a position, in order. */
export async function readRecordsAfter(
  client: PoolClient,
  ledgerId: number,
  after: number,
  limit: number,
): Promise<readonly FlowRecord[]> {
  const found = await client.query(
    `SELECT t.position, t.from_id, t.to_id, t.amount, t.transaction_id,
            (SELECT address FROM ${accountsTable(ledgerId)} WHERE ledger_id = $1 AND id = t.from_id) AS from_address,
            (SELECT address FROM ${accountsTable(ledgerId)} WHERE ledger_id = $1 AND id = t.to_id) AS to_address
       FROM ${transfersTable(ledgerId)} t
      WHERE t.ledger_id = $1 AND t.position > $2 ORDER BY t.ledger_id, t.position LIMIT $3`,
    [ledgerId, after, limit],
  );
  return found.rows.map((row) => recordOf(ledgerId, row));
}

/** All records of these seconds, in order. */
export async function readRecordsIn(
  client: PoolClient,
  ledgerId: number,
  spans: readonly SecondSpan[],
): Promise<readonly FlowRecord[]> {
  const found = await client.query(
    `SELECT t.position, t.from_id, t.to_id, t.amount, t.transaction_id,
            (SELECT address FROM ${accountsTable(ledgerId)} WHERE ledger_id = $1 AND id = t.from_id) AS from_address,
            (SELECT address FROM ${accountsTable(ledgerId)} WHERE ledger_id = $1 AND id = t.to_id) AS to_address
       FROM unnest($2::bigint[], $3::bigint[]) AS s (first, after)
      CROSS JOIN LATERAL (SELECT * FROM ${transfersTable(ledgerId)}
                           WHERE ledger_id = $1 AND position >= s.first AND position < s.after
                           ORDER BY ledger_id, position OFFSET 0) t
      ORDER BY t.position`,
    [ledgerId, ...boundsOf(spans)],
  );
  return found.rows.map((row) => recordOf(ledgerId, row));
}

/** Records of these transactions in these seconds, of several ledgers, each ledger's in order. */
export async function readRecordsOfTransactions(
  client: Db,
  ledgerIds: readonly number[],
  spans: readonly SecondSpan[],
  transactionIds: readonly string[],
): Promise<readonly FlowRecord[]> {
  if (ledgerIds.length === 0 || transactionIds.length === 0) return [];
  const found = await client.query(
    // Seconds are read one after the other, and never by the id: what happened at one time is stored together.
    `SELECT t.ledger_id, t.position, t.from_id, t.to_id, t.amount, t.transaction_id,
            (SELECT address FROM accounts WHERE ledger_id = t.ledger_id AND id = t.from_id) AS from_address,
            (SELECT address FROM accounts WHERE ledger_id = t.ledger_id AND id = t.to_id) AS to_address
       FROM unnest($2::bigint[], $3::bigint[]) AS s (first, after)
      CROSS JOIN LATERAL (SELECT * FROM transfers
                           WHERE ledger_id = ANY ($1::int[]) AND position >= s.first AND position < s.after
                           OFFSET 0) t
       JOIN unnest($4::text[]) AS asked (id) ON asked.id = t.transaction_id
      ORDER BY t.ledger_id, t.position`,
    [ledgerIds, ...boundsOf(spans), transactionIds],
  );
  return found.rows.map((row) => recordOf(row.ledger_id, row));
}

/** First positions of spans, and those after them, for `unnest`. */
export function boundsOf(spans: readonly SecondSpan[]): readonly [readonly number[], readonly number[]] {
  return [spans.map(({ first }) => positionAt(first, 0)), spans.map(({ last }) => positionAt(last + 1, 0))];
}

function recordOf(ledgerId: number, row: RecordRow): FlowRecord {
  if (row.from_address === null || row.to_address === null) {
    throw new Error(`The record at ${row.position} of ledger ${ledgerId} names an account that is not stored`);
  }
  return {
    ledgerId,
    position: Number(row.position),
    fromId: Number(row.from_id),
    toId: Number(row.to_id),
    from: row.from_address,
    to: row.to_address,
    amount: BigInt(row.amount),
    transactionId: row.transaction_id,
  };
}
