import { pay, take } from '@assay/exposure/version-3';
import type { Db, PoolClient } from '../../../../platform/db/index.ts';
import { accountsTable, flowAccountsTable } from '../ledgers/asset-tables.store.ts';

/** What the flows say of an account. Sinks of fees and issuers keep no balance and are not stored. */
export interface FlowAccount {
  readonly id: number;
  readonly rule: 'account' | 'none';
  /** Base units before its first record. */
  readonly opening: bigint;
  balance: bigint;
  /** First flow out of it that its balance did not cover; null where all were covered. */
  firstShortfall: number | null;
  /** Of its last flow, -1 where it has none. */
  lastPosition: number;
}

/** These accounts in their state after all stored flows. */
export async function readFlowAccounts(
  db: Db,
  ledgerId: number,
  ids: readonly number[],
): Promise<Map<number, FlowAccount>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query(
    `SELECT a.id, a.role, a.opening, f.balance, f.first_shortfall, f.last_position
       FROM ${accountsTable(ledgerId)} a
       LEFT JOIN ${flowAccountsTable(ledgerId)} f ON f.ledger_id = $1 AND f.id = a.id
      WHERE a.ledger_id = $1 AND a.id = ANY ($2::bigint[])`,
    [ledgerId, ids],
  );
  return new Map(
    rows.map((row) => [
      Number(row.id),
      {
        id: Number(row.id),
        rule: row.role === 'account' ? 'account' : 'none',
        opening: BigInt(row.opening),
        balance: BigInt(row.balance ?? row.opening),
        firstShortfall: row.first_shortfall === null ? null : Number(row.first_shortfall),
        lastPosition: Number(row.last_position ?? -1),
      },
    ]),
  );
}

/** Takes an amount from the balance; returns kappa. @param position of the first flow of it */
export function payFrom(account: FlowAccount, amount: bigint, position: number): number {
  const { after, covered } = pay(account.rule, account.balance, amount);
  account.balance = after;
  const before = account.firstShortfall;
  if (covered < 1) account.firstShortfall = before === null ? position : Math.min(before, position);
  account.lastPosition = Math.max(account.lastPosition, position);
  return covered;
}

/** Adds an amount to the balance; returns the share of it that this is. */
export function takeInto(account: FlowAccount, amount: bigint, position: number): number {
  const { after, inflowShare } = take(account.rule, account.balance, amount);
  account.balance = after;
  account.lastPosition = Math.max(account.lastPosition, position);
  return inflowShare;
}

/** Brings an account to its state before its first flow. */
export function rewind(account: FlowAccount): void {
  account.balance = account.opening;
  account.firstShortfall = null;
  account.lastPosition = -1;
}

/** Writes accounts in their state after all flows; one without flows has no row. */
export async function writeFlowAccounts(
  client: PoolClient,
  ledgerId: number,
  accounts: readonly FlowAccount[],
): Promise<void> {
  const known = accounts.filter(({ rule }) => rule === 'account');
  const gone = known.filter(({ lastPosition }) => lastPosition < 0);
  const kept = known.filter(({ lastPosition }) => lastPosition >= 0).sort((a, b) => a.id - b.id);
  if (gone.length > 0) {
    await client.query(`DELETE FROM ${flowAccountsTable(ledgerId)} WHERE ledger_id = $1 AND id = ANY ($2::bigint[])`, [
      ledgerId,
      gone.map(({ id }) => id),
    ]);
  }
  if (kept.length === 0) return;
  await client.query(
    `INSERT INTO ${flowAccountsTable(ledgerId)} AS f (ledger_id, id, balance, first_shortfall, last_position)
     SELECT $1, n.id, n.balance, n.first_shortfall, n.last_position
       FROM unnest($2::bigint[], $3::numeric[], $4::bigint[], $5::bigint[])
            AS n (id, balance, first_shortfall, last_position)
         ON CONFLICT (ledger_id, id) DO UPDATE SET balance = excluded.balance,
            first_shortfall = excluded.first_shortfall, last_position = excluded.last_position`,
    [
      ledgerId,
      kept.map(({ id }) => id),
      kept.map(({ balance }) => balance.toString()),
      kept.map(({ firstShortfall }) => firstShortfall),
      kept.map(({ lastPosition }) => lastPosition),
    ],
  );
}
