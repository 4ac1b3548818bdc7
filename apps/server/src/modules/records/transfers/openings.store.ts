import type { PoolClient } from '../../../platform/db/index.ts';

/** What an import stated that an account held before its first record. */
export interface OpeningBalance {
  readonly address: string;
  /** Base units. */
  readonly amount: bigint;
  /** Records of the account. */
  readonly records: number;
  /** Whether a record pays the account exactly this: a column of senders may have been read as empty. */
  readonly isAmountOfRecord: boolean;
}

export async function openingsOf(client: PoolClient, ledgerId: number): Promise<readonly OpeningBalance[]> {
  const { rows } = await client.query(
    `SELECT a.address, a.opening, a.inflows + a.outflows AS records,
            EXISTS (SELECT FROM transfers t
                     WHERE t.ledger_id = a.ledger_id AND t.to_id = a.id AND t.amount = a.opening) AS same
       FROM accounts a WHERE a.ledger_id = $1 AND a.opening_known AND a.role = 'account' AND a.opening > 0
      ORDER BY a.address`,
    [ledgerId],
  );
  return rows.map(({ address, opening, records, same }) => ({
    ...{ address, amount: BigInt(opening), records, isAmountOfRecord: same },
  }));
}

export async function clearOpenings(client: PoolClient, ledgerId: number, accounts: readonly number[]): Promise<void> {
  await client.query(
    'UPDATE accounts SET opening = 0, opening_known = false WHERE ledger_id = $1 AND id = ANY ($2::bigint[])',
    [ledgerId, accounts],
  );
}
