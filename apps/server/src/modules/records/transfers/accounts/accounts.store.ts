import { copyBinary, type Db, type PoolClient } from '../../../../platform/db/index.ts';
import { accountsTable } from '../ledgers/asset-tables.store.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';
import { type AccountState, newAccount } from './account-balance.ts';
import { roleOf } from './parties.ts';

interface AccountRow {
  readonly id: string;
  readonly address: string;
  readonly role: 'account' | 'fee' | 'issuer';
  readonly opening: string;
  readonly opening_known: boolean;
  readonly short: boolean;
  readonly balance: string;
  readonly last_position: string;
  readonly inflows: number;
  readonly outflows: number;
  readonly received: string;
  readonly sent: string;
  readonly first_time: string | null;
  readonly last_time: string | null;
}

const ACCOUNT_COLUMNS = `id, address, role, opening, opening_known, short, balance, last_position,
  inflows, outflows, received, sent, first_time, last_time`;

/** The accounts of these addresses, by address; missing ones are created. */
export async function ensureAccounts(
  client: PoolClient,
  ledgerId: number,
  addresses: readonly string[],
): Promise<Map<string, AccountState>> {
  const accounts = await accountsByAddress(client, ledgerId, addresses);
  const missing = addresses.filter((address) => !accounts.has(address));
  if (missing.length === 0) return accounts;
  const made = await client.query(
    `INSERT INTO accounts (ledger_id, address, role)
     SELECT $1, n.address, n.role FROM unnest($2::text[], $3::text[]) AS n (address, role) RETURNING id, address`,
    [ledgerId, missing, missing.map(roleOf)],
  );
  for (const { id, address } of made.rows) accounts.set(address, newAccount(Number(id), address));
  await client.query('UPDATE ledgers SET addresses = addresses + $2 WHERE id = $1', [ledgerId, missing.length]);
  return accounts;
}

/**
 * The accounts of these addresses. Missing ones get their numbers but are not written yet: `addAccounts` writes them
 * once, in their state after their records.
 */
export async function reserveAccounts(
  client: PoolClient,
  ledgerId: number,
  addresses: readonly string[],
): Promise<{ readonly accounts: Map<string, AccountState>; readonly added: ReadonlySet<AccountState> }> {
  const accounts = await accountsByAddress(client, ledgerId, addresses);
  const missing = addresses.filter((address) => !accounts.has(address));
  const added = new Set<AccountState>();
  if (missing.length === 0) return { accounts, added };
  const ids = await reserveIds(client, missing.length);
  for (const [at, address] of missing.entries()) {
    const account = newAccount(ids[at] ?? 0, address);
    accounts.set(address, account);
    added.add(account);
  }
  return { accounts, added };
}

/** Numbers for new accounts, never assigned twice. Call with the ledger locked: a reader of one sees all lower ones. */
export async function reserveIds(db: Db, count: number): Promise<readonly number[]> {
  const reserved = await db.query("SELECT nextval('account_ids') AS id FROM generate_series(1, $1)", [count]);
  return reserved.rows.map(({ id }) => Number(id));
}

const ACCOUNT_ROW = [
  'id',
  'ledger_id',
  'address',
  'role',
  'opening',
  'opening_known',
  'short',
  'balance',
  'last_position',
  'inflows',
  'outflows',
  'received',
  'sent',
  'first_time',
  'last_time',
] as const;

/** Writes accounts that were only reserved. */
export async function addAccounts(
  client: PoolClient,
  ledgerId: number,
  accounts: Iterable<AccountState>,
  options: { readonly isFrozen?: boolean } = {},
): Promise<void> {
  const target = { table: accountsTable(ledgerId), columns: ACCOUNT_ROW, ...options };
  const added = await copyBinary(client, target, accounts, (row, a) => {
    row.int8(a.id).int4(ledgerId).text(a.address).text(a.role).numeric(a.opening).bool(a.isOpeningKnown);
    row.bool(a.short).numeric(a.balance).int8(a.lastPosition).int4(a.inflows).int4(a.outflows);
    row.numeric(a.received).numeric(a.sent).int8(a.firstTime).int8(a.lastTime);
  });
  await client.query('UPDATE ledgers SET addresses = addresses + $2 WHERE id = $1', [ledgerId, added]);
}

/** Those of these addresses that have an account. */
export async function readAccounts(
  db: Db,
  ledgerId: number,
  addresses: readonly string[],
): Promise<readonly AccountState[]> {
  const found = await db.query(
    `SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE ledger_id = $1 AND address = ANY ($2::text[])`,
    [ledgerId, addresses],
  );
  return found.rows.map(accountOf);
}

async function accountsByAddress(
  client: PoolClient,
  ledgerId: number,
  addresses: readonly string[],
): Promise<Map<string, AccountState>> {
  const accounts = await readAccounts(client, ledgerId, addresses);
  return new Map(accounts.map((account) => [account.address, account]));
}

/** Writes running balances and counters; opening balances have a statement of their own. */
export async function writeAccounts(
  client: PoolClient,
  ledgerId: number,
  accounts: readonly AccountState[],
): Promise<void> {
  if (accounts.length >= MANY_ACCOUNTS) return await writeManyAccounts(client, ledgerId, accounts);
  if (accounts.length === 0) return;
  await client.query(
    `${UPDATE_ACCOUNTS}
       FROM unnest($2::bigint[], $3::boolean[], $4::numeric[], $5::bigint[], $6::int[], $7::int[], $8::numeric[],
                   $9::numeric[], $10::bigint[], $11::bigint[]) AS n (${STATE_ROW.join(', ')})
      WHERE a.ledger_id = $1 AND a.id = n.id`,
    [
      ledgerId,
      accounts.map((a) => a.id),
      accounts.map((a) => a.short),
      accounts.map((a) => a.balance.toString()),
      accounts.map((a) => a.lastPosition),
      accounts.map((a) => a.inflows),
      accounts.map((a) => a.outflows),
      accounts.map((a) => a.received.toString()),
      accounts.map((a) => a.sent.toString()),
      accounts.map((a) => a.firstTime),
      accounts.map((a) => a.lastTime),
    ],
  );
}

/** From this number on, a temporary table is faster than ten lists in a statement. */
const MANY_ACCOUNTS = 2_000;

const STATE_ROW = [
  'id',
  'short',
  'balance',
  'last_position',
  'inflows',
  'outflows',
  'received',
  'sent',
  'first_time',
  'last_time',
] as const;

const UPDATE_ACCOUNTS = `UPDATE accounts a SET ${STATE_ROW.filter((name) => name !== 'id')
  .map((name) => `${name} = n.${name}`)
  .join(', ')}`;

async function writeManyAccounts(
  client: PoolClient,
  ledgerId: number,
  accounts: readonly AccountState[],
): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE account_states ON COMMIT DROP AS SELECT ${STATE_ROW.join(', ')} FROM accounts WHERE false`,
  );
  const target = { table: 'account_states', columns: STATE_ROW };
  // By their numbers: accounts of one page are written one after the other.
  await copyBinary(
    client,
    target,
    accounts.toSorted((a, b) => a.id - b.id),
    (row, a) => {
      row.int8(a.id).bool(a.short).numeric(a.balance).int8(a.lastPosition).int4(a.inflows).int4(a.outflows);
      row.numeric(a.received).numeric(a.sent).int8(a.firstTime).int8(a.lastTime);
    },
  );
  await client.query(`${UPDATE_ACCOUNTS} FROM account_states n WHERE a.ledger_id = $1 AND a.id = n.id`, [ledgerId]);
  await client.query('DROP TABLE account_states');
}

export async function writeOpenings(
  client: PoolClient,
  ledgerId: number,
  accounts: readonly AccountState[],
): Promise<void> {
  await client.query(
    `UPDATE accounts a SET opening = n.opening, opening_known = true
       FROM unnest($2::bigint[], $3::numeric[]) AS n (id, opening) WHERE a.ledger_id = $1 AND a.id = n.id`,
    [ledgerId, accounts.map((a) => a.id), accounts.map((a) => a.opening.toString())],
  );
}

function accountOf(row: AccountRow): AccountState {
  return {
    id: Number(row.id),
    address: row.address,
    role: row.role,
    opening: BigInt(row.opening),
    isOpeningKnown: row.opening_known,
    short: row.short,
    balance: BigInt(row.balance),
    lastPosition: Number(row.last_position),
    inflows: row.inflows,
    outflows: row.outflows,
    received: BigInt(row.received),
    sent: BigInt(row.sent),
    firstTime: row.first_time === null ? null : Number(row.first_time),
    lastTime: row.last_time === null ? null : Number(row.last_time),
  };
}

/** Running balances of accounts after the last stored record, in base units; an address without records is left out. */
export async function balancesOf(
  db: Db,
  ledger: Ledger,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await db.query('SELECT address, balance FROM accounts WHERE ledger_id = $1 AND address = ANY ($2)', [
    ledger.id,
    addresses,
  ]);
  return new Map(rows.map(({ address, balance }) => [address, BigInt(balance)]));
}
