import { type RawTransfer, TRANSFER_KINDS } from '@assay/exposure';
import { copyBinary, type PoolClient, present } from '../../../../platform/db/index.ts';
import { accountsTable, transfersTable } from '../ledgers/asset-tables.store.ts';
import { positionAt } from '../positions.ts';

/** A record with its position, its accounts and its ratios. */
export interface PositionedTransfer extends RawTransfer {
  readonly position: number;
  readonly fromId: number;
  readonly toId: number;
  inflowShare: number;
  covered: number;
  outflowShare: number;
}

/** What a re-derivation reads and writes of a record. */
export interface RatioRow {
  readonly position: number;
  readonly fromId: number;
  readonly toId: number;
  readonly amount: bigint;
  readonly time: number;
  readonly inflowShare: number;
  readonly covered: number;
  readonly outflowShare: number;
}

interface TransferRow {
  readonly position: string;
  readonly from_id: string;
  readonly to_id: string;
  readonly from_address: string | null;
  readonly to_address: string | null;
  readonly amount: string;
  readonly inflow_share: number;
  readonly covered: number;
  readonly outflow_share: number;
  readonly time: string;
  readonly block: string;
  readonly transaction_index: number | null;
  readonly kind: number;
  readonly record_index: number | null;
  readonly ordinal: number;
  readonly transaction_id: string;
}

/** Position of the latest record of a transfer ledger, -1 when it has none. */
export async function latestPosition(client: PoolClient, ledgerId: number): Promise<number> {
  const found = await client.query('SELECT max(position) AS position FROM transfers WHERE ledger_id = $1', [ledgerId]);
  return Number(found.rows[0]?.position ?? -1);
}

/** Every record of the given seconds, in order. */
export async function readSeconds(
  client: PoolClient,
  ledgerId: number,
  seconds: readonly number[],
): Promise<PositionedTransfer[]> {
  if (seconds.length === 0) return [];
  const found = await client.query(
    // Every step is one index look-up, even when the planner has no statistics of new tables.
    `SELECT t.position, t.from_id, t.to_id, t.amount, t.inflow_share, t.covered, t.outflow_share, t.time, t.block,
            t.transaction_index, t.kind, t.record_index, t.ordinal, t.transaction_id,
            (SELECT address FROM ${accountsTable(ledgerId)} WHERE ledger_id = $1 AND id = t.from_id) AS from_address,
            (SELECT address FROM ${accountsTable(ledgerId)} WHERE ledger_id = $1 AND id = t.to_id) AS to_address
       FROM unnest($2::bigint[], $3::bigint[]) AS s (first, after)
      CROSS JOIN LATERAL (SELECT * FROM ${transfersTable(ledgerId)}
                           WHERE ledger_id = $1 AND position >= s.first AND position < s.after
                           ORDER BY ledger_id, position OFFSET 0) t
      ORDER BY t.position`,
    [ledgerId, seconds.map((second) => positionAt(second, 0)), seconds.map((second) => positionAt(second + 1, 0))],
  );
  return found.rows.map(placedOf);
}

/**
 * Seconds that contain records of this block or later ones, for removing the last blocks.
 *
 * @param since no such block is earlier than this second; without it, all records of the transfer ledger are read
 */
export async function secondsFromBlock(
  client: PoolClient,
  ledgerId: number,
  block: number,
  since = 0,
): Promise<number[]> {
  const found = await client.query(
    'SELECT DISTINCT time FROM transfers WHERE ledger_id = $1 AND position >= $3 AND block >= $2 ORDER BY time',
    [ledgerId, block, positionAt(since, 0)],
  );
  return found.rows.map((row) => Number(row.time));
}

export async function deletePositions(
  client: PoolClient,
  ledgerId: number,
  positions: readonly number[],
): Promise<void> {
  if (positions.length === 0) return;
  await client.query('DELETE FROM transfers WHERE ledger_id = $1 AND position = ANY ($2::bigint[])', [
    ledgerId,
    positions,
  ]);
}

const TRANSFER_COLUMNS = [
  'ledger_id',
  'position',
  'from_id',
  'to_id',
  'amount',
  'inflow_share',
  'covered',
  'outflow_share',
  'time',
  'block',
  'transaction_index',
  'kind',
  'record_index',
  'ordinal',
  'transaction_id',
] as const;

/** Writes records into the table of their transfer ledger. */
export async function insertTransfers(
  client: PoolClient,
  ledgerId: number,
  transfers: Iterable<PositionedTransfer> | AsyncIterable<readonly PositionedTransfer[]>,
  options: { readonly isFrozen?: boolean } = {},
): Promise<number> {
  const target = { table: transfersTable(ledgerId), columns: TRANSFER_COLUMNS, ...options };
  return await copyBinary(client, target, transfers, (row, t) => {
    row.int4(ledgerId).int8(t.position).int8(t.fromId).int8(t.toId).numeric(t.amount);
    row.float8(t.inflowShare).float8(t.covered).float8(t.outflowShare).int8(t.time).int8(t.block);
    row.int4(t.transactionIndex).int2(TRANSFER_KINDS.indexOf(t.kind)).int4(t.index).int4(t.ordinal);
    row.text(t.transactionId);
  });
}

/** The next records, after a position, in which one of these accounts takes part. */
export async function readRecordsOf(
  client: PoolClient,
  ledgerId: number,
  ids: readonly number[],
  after: number,
  limit: number,
): Promise<RatioRow[]> {
  const found = await client.query(
    `SELECT position, from_id, to_id, amount, time, inflow_share, covered, outflow_share
       FROM transfers WHERE ledger_id = $4 AND to_id = ANY ($1::bigint[]) AND position > $2
      UNION ALL
     SELECT position, from_id, to_id, amount, time, inflow_share, covered, outflow_share
       FROM transfers
      WHERE ledger_id = $4 AND from_id = ANY ($1::bigint[]) AND NOT to_id = ANY ($1::bigint[]) AND position > $2
      ORDER BY position LIMIT $3`,
    [ids, after, limit, ledgerId],
  );
  return found.rows.map((row) => ({
    position: Number(row.position),
    fromId: Number(row.from_id),
    toId: Number(row.to_id),
    amount: BigInt(row.amount),
    time: Number(row.time),
    inflowShare: row.inflow_share,
    covered: row.covered,
    outflowShare: row.outflow_share,
  }));
}

export async function writeRatios(client: PoolClient, ledgerId: number, rows: readonly RatioRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `UPDATE transfers t SET inflow_share = n.inflow_share, covered = n.covered, outflow_share = n.outflow_share
       FROM unnest($2::bigint[], $3::float8[], $4::float8[], $5::float8[])
            AS n (position, inflow_share, covered, outflow_share)
      WHERE t.ledger_id = $1 AND t.position = n.position`,
    [
      ledgerId,
      rows.map((row) => row.position),
      rows.map((row) => row.inflowShare),
      rows.map((row) => row.covered),
      rows.map((row) => row.outflowShare),
    ],
  );
}

function placedOf(row: TransferRow): PositionedTransfer {
  const kind = TRANSFER_KINDS[row.kind];
  if (kind === undefined) throw new Error(`Record at ${row.position} has the unknown kind ${row.kind}`);
  return {
    position: Number(row.position),
    fromId: Number(row.from_id),
    toId: Number(row.to_id),
    from: present(row.from_address),
    to: present(row.to_address),
    amount: BigInt(row.amount),
    inflowShare: row.inflow_share,
    covered: row.covered,
    outflowShare: row.outflow_share,
    time: Number(row.time),
    block: Number(row.block),
    transactionIndex: row.transaction_index,
    kind,
    index: row.record_index,
    ordinal: row.ordinal,
    transactionId: row.transaction_id,
  };
}
