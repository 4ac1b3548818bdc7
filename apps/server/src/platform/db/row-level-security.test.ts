import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { FREE_TARIFF, ledger } from '../../modules/money/index.ts';
import { inService, inWorkspace } from '../kernel/scope.ts';
import { inTransaction, type Pool, scopedPool } from './index.ts';

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);

/** One row of every table of each workspace; `$1` is the workspace, and ids begin with its first letter. */
const ROWS = (workspace: string) => {
  const letter = workspace.slice(0, 1);
  const id = letter.repeat(32);
  return `
    INSERT INTO checks (sub_id, owner, ticker, name, address, status, charged, created_at, finished_at, lease_until, riskscore, result)
    VALUES ('${id}', '${workspace}', 'BTC', 'Bitcoin', 'x', 'done', false, now(), now(), now(), 5, '{}');
    INSERT INTO check_keys VALUES ('${workspace}', 'key', '${id}');
    INSERT INTO history_ranges (owner, last) VALUES ('${workspace}', 1);
    INSERT INTO certificates VALUES ('${id}', 'k', now(), '{}');
    INSERT INTO issued_files VALUES (sha256('${letter}'), '${id}', now());
    INSERT INTO live_cuts VALUES ('${id}', '{}');
    WITH filed AS (INSERT INTO dispute (key_hash, network, address, ground) VALUES (sha256('${letter}'), 'BTC', 'x', 'wrong') RETURNING id)
    INSERT INTO dispute_recheck (dispute_id, sub_id) SELECT id, '${id}' FROM filed;
    INSERT INTO payment_customers VALUES ('${workspace}', 'cus_${letter}');
    INSERT INTO billing_details VALUES ('${workspace}', '', '', '');
    INSERT INTO orders (id, sub, provider, checks, amount_cents, success_url, cancel_url, created_at, looked_at)
    VALUES ('${id}', '${workspace}', 'stripe', 1, 100, '', '', now(), now());
    INSERT INTO payments (order_id, reference, amount_cents, status, paid_at) VALUES ('${id}', 'pi_${letter}', 100, 'paid', now());
    INSERT INTO payment_hints VALUES ('${id}', 'pi_${letter}');
    INSERT INTO payment_reports (order_id, deposit, status, state, is_of_price, reported_at)
    VALUES ('${id}', 'pi_${letter}', 'paid', 'arrived', false, now());
    INSERT INTO payment_uses (order_id, deposit, use, amount, created_at) VALUES ('${id}', 'pi_${letter}', 'refused', '1', now());
    INSERT INTO payment_events VALUES ('stripe', 'evt_${letter}', 'paid', '${id}', now());
    INSERT INTO invoices (payment_id, issued_at) SELECT id, now() FROM payments WHERE order_id = '${id}';
    INSERT INTO invoice_numbers (payment_id, kind, number, amount_cents, issued_at)
    SELECT id, 'invoice', '1', 100, now() FROM payments WHERE order_id = '${id}';
    INSERT INTO payment_notices SELECT 'paid:' || id, now() FROM payments WHERE order_id = '${id}'`;
};

/** Tables with a policy for the workspace: a column to change, and how to insert a row of B's as somebody else. */
const TABLES = [
  ['checks', 'name'],
  ['check_keys', 'key'],
  ['history_ranges', 'last'],
  ['certificates', 'body'],
  ['issued_files', 'signed_at'],
  ['live_cuts', 'cut'],
  ['dispute_recheck', 'attempts'],
  ['ledger_holders', 'created_at'],
  ['ledger_tariffs', 'created_at'],
  ['ledger_entries', null],
  ['payment_customers', 'customer'],
  ['billing_details', 'company'],
  ['orders', 'looked_at'],
  ['payments', 'refunded_cents'],
  ['payment_hints', 'reference'],
  ['payment_reports', null],
  ['payment_uses', null],
  ['invoices', null],
  ['invoice_numbers', null],
] as const;

/** Ledger tables and orders refuse DELETE for everybody. */
const NEVER_DELETED = new Set([
  'ledger_holders',
  'ledger_tariffs',
  'ledger_entries',
  'orders',
  'payments',
  'payment_reports',
  'payment_uses',
  'invoices',
  'invoice_numbers',
]);

const FOREIGN_ROWS = [
  `INSERT INTO checks (sub_id, owner, ticker, name, address, charged, created_at, lease_until)
   VALUES (repeat('c', 32), '${B}', 'BTC', 'Bitcoin', 'y', false, now(), now())`,
  `INSERT INTO check_keys VALUES ('${B}', 'other', '${A}')`,
  `INSERT INTO history_ranges (owner, last) VALUES (repeat('c', 32), 1)`,
  `INSERT INTO certificates VALUES (repeat('b', 32), 'k', now(), '{}')`,
  `INSERT INTO issued_files VALUES (sha256('c'), repeat('b', 32), now())`,
  `INSERT INTO live_cuts VALUES (repeat('b', 32), '{}')`,
  `INSERT INTO dispute_recheck (dispute_id, sub_id) VALUES (1, repeat('b', 32))`,
  `INSERT INTO ledger_holders (sub) VALUES (repeat('c', 32))`,
  `INSERT INTO ledger_tariffs (holder, series, plan_id) VALUES (2, 'other', 1), (1, 'other', 1)`,
  `INSERT INTO ledger_entries (tariff, kind, checks, reason, key, plan_id, created_at)
   SELECT n, 'grant', 1, 'promo', 'mine ' || n, 1, now() FROM generate_series(1, 2) AS n`,
  `INSERT INTO payment_customers VALUES (repeat('c', 32), 'cus_c')`,
  `INSERT INTO billing_details VALUES (repeat('c', 32), '', '', '')`,
  `INSERT INTO orders (id, sub, provider, checks, amount_cents, success_url, cancel_url, created_at, looked_at)
   VALUES (repeat('c', 32), '${B}', 'stripe', 1, 100, '', '', now(), now())`,
  `INSERT INTO payments (order_id, reference, amount_cents, status, paid_at) VALUES (repeat('b', 32), 'pi_c', 1, 'paid', now())`,
  `INSERT INTO payment_hints VALUES (repeat('b', 32), 'pi_c')`,
  `INSERT INTO payment_reports (order_id, deposit, status, state, is_of_price, reported_at)
   VALUES (repeat('b', 32), 'pi_c', 'paid', 'arrived', false, now())`,
  `INSERT INTO payment_uses (order_id, deposit, use, amount, created_at) VALUES (repeat('b', 32), 'pi_c', 'checks', '1', now())`,
  `INSERT INTO invoices (payment_id, issued_at) VALUES (2, now())`,
  `INSERT INTO invoice_numbers (payment_id, kind, number, amount_cents, issued_at) VALUES (2, 'credit_note', '1', 1, now())`,
];

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await testDatabase();
  for (const workspace of [A, B]) {
    await ledger.grant(database.pool, {
      sub: workspace,
      tariff: FREE_TARIFF,
      checks: 5,
      reason: 'operator',
      key: `first ${workspace}`,
      expiresAt: null,
    });
    await database.pool.query(ROWS(workspace));
  }
  pool = scopedPool(database.pool, database.url, { maxConnections: 3 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function countIn(table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${table}`);
  return rows[0]?.count ?? -1;
}

describe('the role that requests work under', () => {
  it('can neither log in, nor bypass the policies, nor create anything, and owns nothing', async () => {
    const { rows } = await database.pool.query(
      `SELECT rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
              (SELECT count(*)::integer FROM pg_shdepend WHERE refobjid = r.oid AND deptype = 'o') AS owned
         FROM pg_roles r WHERE rolname = 'assay_tenant'`,
    );
    expect(rows).toEqual([
      {
        rolcanlogin: false,
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        owned: 0,
      },
    ]);
    for (const statement of [
      'CREATE TABLE public.own (id int)',
      'ALTER TABLE checks DISABLE ROW LEVEL SECURITY',
      'DROP POLICY of_workspace ON checks',
      'TRUNCATE checks CASCADE',
      'UPDATE schema_migration SET name = name',
      'SELECT * FROM payment_events',
      'SELECT * FROM payment_notices',
    ]) {
      await expect(
        inWorkspace(A, () => pool.query(statement)),
        statement,
      ).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe.each(TABLES)('rows of %s', (table, column) => {
  it('are seen by their workspace alone: no others, and none without a workspace', async () => {
    expect(await countIn(table)).toBe(0);
    expect(await inWorkspace(A, () => countIn(table))).toBe(1);
    expect(
      await inWorkspace(A, () => inTransaction(pool, async (tx) => (await tx.query(`SELECT FROM ${table}`)).rowCount)),
    ).toBe(1);
    expect(await inWorkspace('c'.repeat(32), () => countIn(table))).toBe(0);
    expect(await inService('payments', () => countIn(table))).toBe(2);
  });

  it.runIf(column !== null)('are changed by their workspace alone', async () => {
    const update = `UPDATE ${table} SET ${column} = ${column}`;
    if (table === 'ledger_tariffs')
      return expect(inWorkspace(A, () => pool.query(update))).rejects.toThrow('by entries only');
    expect((await pool.query(update)).rowCount).toBe(0);
    expect((await inWorkspace(A, () => pool.query(update))).rowCount).toBe(1);
  });

  it.runIf(!NEVER_DELETED.has(table))('are deleted by their workspace alone', async () => {
    expect((await pool.query(`DELETE FROM ${table}`)).rowCount).toBe(0);
    const deleted = await inWorkspace(A, () =>
      inTransaction(pool, async (tx) => {
        const { rowCount } = await tx.query(`DELETE FROM ${table}`);
        throw new Error(`deleted ${rowCount}`);
      }).catch((error: Error) => error.message),
    );
    expect(deleted).toBe('deleted 1');
  });
});

it.each(FOREIGN_ROWS)('a workspace cannot add a row of another: %s', async (statement) => {
  await expect(inWorkspace(A, () => pool.query(statement))).rejects.toMatchObject({ code: '42501' });
  await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' });
});

it('a row cannot be handed to another workspace', async () => {
  for (const statement of [
    `UPDATE checks SET owner = '${B}'`,
    `UPDATE billing_details SET sub = repeat('c', 32)`,
    `UPDATE ledger_holders SET sub = repeat('c', 32)`,
  ]) {
    await expect(
      inWorkspace(A, () => pool.query(statement)),
      statement,
    ).rejects.toMatchObject({ code: '42501' });
  }
});

it('a connection keeps nothing of the workspace it served', async () => {
  const narrow = scopedPool(database.pool, database.url, { maxConnections: 1 });
  try {
    const seen = async () => (await narrow.query('SELECT owner FROM checks')).rows;
    expect(await inWorkspace(A, seen)).toEqual([{ owner: A }]);
    expect(await seen()).toEqual([]);
    expect(await inWorkspace(B, seen)).toEqual([{ owner: B }]);
    await expect(inWorkspace(A, () => narrow.query('SELECT 1 / 0'))).rejects.toThrow('division by zero');
    expect(await seen()).toEqual([]);
    await inWorkspace(A, () => inTransaction(narrow, () => Promise.reject(new Error('given up')))).catch(
      () => undefined,
    );
    expect(await seen()).toEqual([]);
  } finally {
    await narrow.end();
  }
});

it('a workspace whose name is no id reads nothing and breaks nothing', async () => {
  for (const name of ['', "' OR true --", `${A}'; RESET ROLE; --`, '%']) {
    expect(await inWorkspace(name, () => countIn('checks')), name).toBe(0);
  }
});

describe('a shared result', () => {
  const read = async (id: string) => (await pool.query<object>('SELECT * FROM shared_check($1)', [id])).rows;

  it('is read by its id without its workspace, until it is no longer shared', async () => {
    const [row] = await read(B);
    expect(Object.keys(row ?? {})).toEqual([
      'sub_id',
      'ticker',
      'parent',
      'subticker',
      'name',
      'address',
      'status',
      'charged',
      'created_at',
      'progress',
      'lease_until',
      'failure',
      'riskscore',
      'result',
      'certificate_basis',
      'certificate_key_id',
      'certificate_signed_at',
      'certificate',
      'transaction_id',
      'payment_direction',
    ]);
    await database.pool.query('UPDATE checks SET revoked_at = now() WHERE owner = $1', [B]);
    expect(await read(B)).toEqual([]);
    await database.pool.query('UPDATE checks SET revoked_at = NULL WHERE owner = $1', [B]);
  });

  it('is found by its exact id only', async () => {
    for (const id of ['', '%', 'b', `${B}%`, B.toUpperCase()]) expect(await read(id), id).toEqual([]);
  });
});
