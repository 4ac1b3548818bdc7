import type { ColumnStore, SecondRecord, SecondRecords } from '@assay/exposure';
import { type Db, type PoolClient, present, readCopied } from '../../../../platform/db/index.ts';
import { accountsTable, transfersTable } from '../ledgers/asset-tables.store.ts';
import { continues, type Ledger, type RecordsState } from '../ledgers/ledger.store.ts';
import { positionAt, secondOf } from '../positions.ts';

/** What changed in the records of a transfer ledger since a revision. */
export interface ColumnChanges {
  /** From this second on, every record may have changed; infinity where none did. */
  readonly from: number;
  /** Earlier seconds that changed, in order. */
  readonly late: readonly number[];
}

/** More late seconds are not read one by one. */
const MOST_LATE_SECONDS = 50_000;
const SECONDS_PER_READ = 1_000;

/**
 * Null where everything must be read again: the changes are no longer stored, an opening balance changed, or the database
 * has lost the change that made `former`, and another made its revision.
 */
export async function changesSince(db: Db, ledger: Ledger, former: RecordsState): Promise<ColumnChanges | null> {
  const { revision } = former;
  if (!(await continues(db, ledger, former))) return null;
  if (ledger.revision === revision) return { from: Number.POSITIVE_INFINITY, late: [] };
  const found = await db.query(
    `SELECT count(*) AS changes, min(from_position) AS position FROM ledger_changes
      WHERE ledger_id = $1 AND revision > $2 AND revision <= $3`,
    [ledger.id, revision, ledger.revision],
  );
  const [row] = found.rows;
  const position = Number(row?.position ?? -1);
  if (Number(row?.changes) !== ledger.revision - revision || position < 0) return null;
  const from = secondOf(position);
  const seconds = await db.query(
    `SELECT DISTINCT second FROM ledger_changes, unnest(late_seconds) AS second
      WHERE ledger_id = $1 AND revision > $2 AND revision <= $3 AND second < $4 ORDER BY second LIMIT $5`,
    [ledger.id, revision, ledger.revision, from, MOST_LATE_SECONDS + 1],
  );
  const late = seconds.rows.map(({ second }) => Number(second));
  return late.length > MOST_LATE_SECONDS ? { from: late[0] ?? from, late: [] } : { from, late };
}

/** Distinguishes the tables of a transfer ledger from all earlier and later tables of the same name. */
export async function identityOf(db: Db, ledger: Ledger): Promise<string | null> {
  const found = await db.query(
    `SELECT (SELECT system_identifier FROM pg_control_system()) || ' ' || d.oid || ' ' || to_regclass($1)::oid AS identity
       FROM pg_database d WHERE d.datname = current_database()`,
    [transfersTable(ledger.id)],
  );
  return found.rows[0]?.identity ?? null;
}

/** Appends the records of a second and later to the store, in the order of their positions in the database. */
export async function readOn(
  client: PoolClient,
  ledger: Ledger,
  store: ColumnStore,
  second: number,
  signal: AbortSignal,
): Promise<void> {
  const accounts = accountsTable(ledger.id);
  const query = `SELECT f.address, r.address, t.amount, t.time, t.block, t.transaction_id
      FROM ${transfersTable(ledger.id)} t
      JOIN ${accounts} f ON f.ledger_id = ${ledger.id} AND f.id = t.from_id
      JOIN ${accounts} r ON r.ledger_id = ${ledger.id} AND r.id = t.to_id
     WHERE t.ledger_id = ${ledger.id} AND t.position >= ${positionAt(second, 0)} ORDER BY t.position`;
  for await (const rows of readCopied(client, query)) {
    signal.throwIfAborted();
    for (const [from = '', to = '', amount = '', time = '', block = '', transaction = ''] of rows) {
      const units = amount.length < 16 ? Number(amount) : BigInt(amount);
      const id = store.transactions.add(transaction);
      store.write(store.accountOf(from), store.accountOf(to), units, Number(time), Number(block), id);
    }
  }
}

/** All records of these seconds, in the order of their positions in the database; none for an empty second. */
export async function readLate(
  client: PoolClient,
  ledger: Ledger,
  seconds: readonly number[],
  signal: AbortSignal,
): Promise<readonly SecondRecords[]> {
  const bySecond = new Map<number, SecondRecord[]>(seconds.map((second) => [second, []]));
  const accounts = accountsTable(ledger.id);
  for (let first = 0; first < seconds.length; first += SECONDS_PER_READ) {
    signal.throwIfAborted();
    const some = seconds.slice(first, first + SECONDS_PER_READ);
    const found = await client.query(
      // Each step is one index look-up, as where PostgreSQL reads the records to rank them again.
      `SELECT (SELECT address FROM ${accounts} WHERE ledger_id = $1 AND id = t.from_id) AS from,
              (SELECT address FROM ${accounts} WHERE ledger_id = $1 AND id = t.to_id) AS to,
              t.amount, t.time, t.block, t.transaction_id
         FROM unnest($2::bigint[], $3::bigint[]) AS s (first, after)
        CROSS JOIN LATERAL (SELECT * FROM ${transfersTable(ledger.id)}
                             WHERE ledger_id = $1 AND position >= s.first AND position < s.after
                             ORDER BY ledger_id, position OFFSET 0) t
        ORDER BY t.position`,
      [ledger.id, some.map((second) => positionAt(second, 0)), some.map((second) => positionAt(second + 1, 0))],
    );
    for (const { from, to, amount, time, block, transaction_id: transactionId } of found.rows) {
      bySecond.get(Number(time))?.push({
        from: present(from),
        to: present(to),
        amount: BigInt(amount),
        block: Number(block),
        transactionId,
      });
    }
  }
  return [...bySecond].map(([time, records]) => ({ time, records }));
}
