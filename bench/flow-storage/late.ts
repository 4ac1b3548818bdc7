import { receive, spend } from '@assay/exposure';
import { copyBinary } from '../../apps/server/src/platform/db/copy/copy-binary.ts';
import type { PoolClient } from '../../apps/server/src/platform/db/index.ts';
import { partsOf } from '../../packages/exposure/src/version-3/netting/part.ts';
import { flowsOfPart } from './netted.ts';
import { FLOW_ALONE, NO_PART, RANKS_PER_SECOND, RECORD_ALONE, RECORD_AND_FLOW, type Row } from './rows.ts';
import { FLOWS_ONLY, MARKED, type Table } from './shapes.ts';

/** What a late record costs: rows, and bytes of the database's log. */
export interface LateCost {
  readonly deleted: number;
  readonly inserted: number;
  readonly replayed: number;
  readonly updated: number;
  readonly logBytes: number;
  readonly milliseconds: number;
}

/** As re-derivation reads (rederive-accounts.ts). */
const RECORDS_PER_READ = 20_000;

type Stored = Record<string, string | number | null>;

/**
 * Adds a record to a stored transaction, as appending does: its second is ranked again and written again, and all accounts
 * of the second are replayed from their beginning. With `MARKED` the transactions of the second are netted again before.
 * Nothing is kept: the database's transaction is rolled back.
 */
export async function costOfLate(
  client: PoolClient,
  table: Table,
  late: { readonly transactionId: string; readonly second: number; readonly to: number; readonly amount: number },
): Promise<LateCost> {
  await client.query('BEGIN');
  try {
    const logBefore = await logPlace(client);
    const began = performance.now();
    const held = await readSecond(client, table, late.second);
    const rows = ranked(withLate(held, late), table === MARKED);
    await client.query(`DELETE FROM ${table.name} WHERE ledger_id = 1 AND position = ANY ($1::bigint[])`, [
      held.map(({ position }) => position),
    ]);
    const target = { table: table.name, columns: table.columns.map(([name]) => name) };
    await copyBinary(client, target, rows, (to, row) => {
      for (const [, , write] of table.columns) write(to, row);
    });
    const accounts = new Set([...held, ...rows].flatMap(({ from, to }) => [from, to]).filter((id) => id > 0));
    const replayed = await replay(client, table, accounts);
    const milliseconds = performance.now() - began;
    const logBytes = (await logPlace(client)) - logBefore;
    return { deleted: held.length, inserted: rows.length, ...replayed, logBytes, milliseconds };
  } finally {
    await client.query('ROLLBACK');
  }
}

async function logPlace(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes",
  );
  return Number(rows[0]?.bytes);
}

async function readSecond(client: PoolClient, table: Table, second: number): Promise<readonly Row[]> {
  const { rows } = await client.query<Stored>(
    `SELECT * FROM ${table.name} WHERE ledger_id = 1 AND position >= $1 AND position < $2 ORDER BY position`,
    [second * RANKS_PER_SECOND, (second + 1) * RANKS_PER_SECOND],
  );
  return rows.map(rowOf);
}

function rowOf(stored: Stored): Row {
  const at = (name: string): number => Number(stored[name] ?? 0);
  return {
    position: at('position'),
    from: at('from_id'),
    to: at('to_id'),
    amount: at('amount'),
    inflowShare: at('inflow_share'),
    covered: at('covered'),
    outflowShare: at('outflow_share'),
    time: at('time'),
    block: at('block'),
    transactionIndex: at('transaction_index'),
    index: at('record_index'),
    transactionId: String(stored['transaction_id']),
    shape: at('shape'),
    marks: at('marks'),
    transactionOffset: at('transaction_offset'),
    partOffset: at('part_offset'),
  };
}

/** Records of the second, with the late one after those of its transaction. */
function withLate(
  held: readonly Row[],
  { transactionId, to, amount }: { readonly transactionId: string; readonly to: number; readonly amount: number },
): readonly Row[] {
  const records = held.filter(({ shape }) => shape !== FLOW_ALONE);
  const last = records.findLastIndex((row) => row.transactionId === transactionId);
  const before = records[last];
  if (before === undefined) throw new RangeError(`no record of transaction ${transactionId}`);
  return records.toSpliced(last + 1, 0, { ...before, to, amount, index: before.index + 1 });
}

/** The rows of a second at their places, netted where that is asked. */
function ranked(records: readonly Row[], isNetted: boolean): readonly Row[] {
  const rows: Row[] = [];
  let next = (records[0]?.time ?? 0) * RANKS_PER_SECOND;
  for (const own of Map.groupBy(records, ({ transactionId }) => transactionId).values()) {
    const first = next;
    const parts = isNetted ? netted(own) : { alone: new Set<number>(), flows: [] };
    for (const row of own) {
      const shape = parts.alone.has(row.from) ? RECORD_ALONE : RECORD_AND_FLOW;
      rows.push({ ...row, position: next, transactionOffset: next - first, shape });
      next += 1;
    }
    const end = next;
    for (const { from, to, amount, partStart, isPassedOn } of parts.flows) {
      const [place, pool] = [next, -(end + partStart)];
      const offsets = {
        transactionOffset: place - first,
        partOffset: isPassedOn ? place - end - partStart : NO_PART,
      };
      const [one] = own;
      if (one === undefined) continue;
      const ends = { from: from ?? pool, to: to ?? pool };
      rows.push({ ...one, ...ends, ...offsets, position: place, amount, shape: FLOW_ALONE, transactionId: '' });
      next += 1;
    }
  }
  return rows;
}

function netted(records: readonly Row[]) {
  const parts = partsOf(
    records.map(({ from, to, amount }) => ({ from, to, amount: BigInt(amount) })),
    (a, b) => a - b,
  ).filter(({ isPlain }) => !isPlain);
  const alone = new Set(parts.flatMap(({ accounts }) => accounts));
  let start = 0;
  const flows = parts.flatMap((part) => {
    const own = flowsOfPart(part, start);
    start += own.length;
    return own;
  });
  return { alone, flows };
}

/** Replays all rows of the accounts and writes the ratios that differ. */
async function replay(client: PoolClient, table: Table, accounts: ReadonlySet<number>) {
  const balances = new Map<number, bigint>();
  const only = table === MARKED ? `AND ${FLOWS_ONLY}` : '';
  let replayed = 0;
  let updated = 0;
  for (let after = -1; ; ) {
    const { rows } = await client.query<Stored>(
      `SELECT * FROM ${table.name} WHERE to_id = ANY ($1::bigint[]) AND position > $2 ${only}
        UNION ALL
       SELECT * FROM ${table.name}
        WHERE from_id = ANY ($1::bigint[]) AND NOT to_id = ANY ($1::bigint[]) AND position > $2 ${only}
        ORDER BY position LIMIT $3`,
      [[...accounts], after, RECORDS_PER_READ],
    );
    const read = rows.map(rowOf);
    const changed = replayedRows(read, accounts, balances, table === MARKED);
    await writeRatios(client, table, changed);
    replayed += read.length;
    updated += changed.length;
    const last = read.at(-1);
    if (last === undefined || read.length < RECORDS_PER_READ) return { replayed, updated };
    after = last.position;
  }
}

/** Rows whose ratios became others. A payer of a part is charged once for all that it pays in it. */
function replayedRows(
  rows: readonly Row[],
  accounts: ReadonlySet<number>,
  balances: Map<number, bigint>,
  isNetted: boolean,
): readonly Row[] {
  const keyOf = (row: Row) => `${isNetted ? row.position - row.transactionOffset : row.position} ${row.from}`;
  const paid = new Map<string, bigint>();
  for (const row of rows) paid.set(keyOf(row), (paid.get(keyOf(row)) ?? 0n) + BigInt(row.amount));
  const steps = new Map<string, ReturnType<typeof spend>>();
  return rows.flatMap((row) => {
    let { inflowShare, covered, outflowShare } = row;
    if (accounts.has(row.from)) {
      const key = keyOf(row);
      const step = steps.get(key) ?? spend(balances.get(row.from) ?? 0n, paid.get(key) ?? 0n);
      if (!steps.has(key)) balances.set(row.from, step.after);
      steps.set(key, step);
      covered = step.covered;
      if (!isNetted) outflowShare = step.outflowShare;
    }
    if (accounts.has(row.to)) {
      const step = receive(balances.get(row.to) ?? 0n, BigInt(row.amount));
      balances.set(row.to, step.after);
      inflowShare = step.inflowShare;
    }
    const isSame = inflowShare === row.inflowShare && covered === row.covered && outflowShare === row.outflowShare;
    return isSame ? [] : [{ ...row, inflowShare, covered, outflowShare }];
  });
}

async function writeRatios(client: PoolClient, table: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const isToday = table.columns.some(([name]) => name === 'outflow_share');
  const columns = ['inflow_share', 'covered', ...(isToday ? ['outflow_share'] : [])];
  await client.query(
    `UPDATE ${table.name} t SET ${columns.map((name) => `${name} = n.${name}`).join(', ')}
       FROM unnest($1::bigint[], ${columns.map((_, index) => `$${index + 2}::float8[]`).join(', ')})
            AS n (position, ${columns.join(', ')})
      WHERE t.ledger_id = 1 AND t.position = n.position`,
    [
      rows.map(({ position }) => position),
      rows.map(({ inflowShare }) => inflowShare),
      rows.map(({ covered }) => covered),
      ...(isToday ? [rows.map(({ outflowShare }) => outflowShare)] : []),
    ],
  );
}
