import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import { FLEX_TARIFF, ledger } from '../../../src/modules/money/index.ts';
import type { AuthApp, Visitor } from '../../support/auth-app.ts';

/** Texts of Acme's own: none of them may be in an answer to anybody else. */
export const COMPANY = 'Acme Secret Holding';
const PRIVATE = { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', ticker: 'BTC', parent: null };
const SHARED = { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ticker: 'BTC', parent: null };
/** Of test mode: 5 stars. */
const TEST_ADDRESS = '1MSJaQoRFWuLjYB4s2S4E6PaD1engBZhWf';
const ORDER = 'ac'.repeat(16);
const PAYMENT_REFERENCE = 'pi_acme_secret';
const CUSTOMER = 'cus_acme_secret';
const PROGRAM = 'Secret program';
const ISSUER = 'https://login.acme-secret.example';
const LAW = 'Secret Keeping Act, § 7';
const DOMAIN = 'acme-secret.example';
const DOMAIN_ID = 'ad'.repeat(16);
const INVITED = 'secret-colleague@acme.example';

/** What names a row of Acme. */
export interface AcmeIds {
  readonly workspace: string;
  /** Its only member. */
  readonly person: string;
  readonly invitationId: string;
  /** A mail domain that it has proven. */
  readonly domainId: string;
  readonly sessionId: string;
  /** A check that Acme no longer shares. */
  readonly privateId: string;
  /** A check that is open to everyone with its id. */
  readonly sharedId: string;
  readonly orderId: string;
  readonly paymentId: string;
  readonly privateAddress: string;
  readonly keyId: string;
  readonly endpointId: string;
  /** Of an event of a check, to that endpoint. */
  readonly deliveryId: string;
  readonly batchId: string;
}

const Me = z.object({ sub: z.string(), workspace: z.object({ id: z.string() }) });
const MadeKey = z.object({ key: z.object({ id: z.string() }), secret: z.string() });
const Started = z.object({ asset: z.object({ sub_id: z.string() }) });

/** A visitor who is signed in, in a company of their own. */
export async function companyOf(server: AuthApp, name: string): Promise<Visitor> {
  const visitor = await server.signedIn(`owner@${name}.example`);
  const { sub } = await meOf(visitor);
  const id = randomBytes(16).toString('hex');
  await server.pool.query(
    `WITH made AS (INSERT INTO workspaces (id, kind, name) VALUES ($1, 'company', $2) RETURNING id)
     INSERT INTO workspace_members (workspace, sub, role) SELECT id, $3, 'owner' FROM made`,
    [id, name, sub],
  );
  await server.pool.query('UPDATE sessions SET workspace = $1 WHERE sub = $2', [id, sub]);
  const grant = { sub: id, tariff: FLEX_TARIFF, checks: 10, expiresAt: null, key: `first of ${id}` } as const;
  await ledger.grant(server.pool, { ...grant, reason: 'operator' });
  return visitor;
}

async function meOf(visitor: Visitor): Promise<z.infer<typeof Me>> {
  const { data } = await visitor.get('/api/auth/me');
  return Me.parse(data['user'] ?? data);
}

/** Gives Acme one row at least in every table of a workspace but the records of on-demand reads. */
export async function fillAcme(server: AuthApp, acme: Visitor): Promise<AcmeIds> {
  const { pool } = server;
  const { sub, workspace } = await meOf(acme);
  const check = async (wanted: object) => {
    const answer = await acme.post('/api/monitor/check', wanted, {
      'idempotency-key': JSON.stringify(wanted).slice(0, 60).replaceAll(' ', ''),
    });
    expect(answer.status).toBe(200);
    return Started.parse(answer.data).asset.sub_id;
  };
  const privateId = await check(PRIVATE);
  const sharedId = await check(SHARED);
  for (const file of ['certificate.json', 'preview.png']) {
    expect((await acme.get(`/api/monitor/check/${privateId}/${file}`)).status, file).toBe(200);
  }
  expect((await acme.delete(`/api/monitor/check/${privateId}/share`)).status).toBe(200);
  const details = { company: COMPANY, address: 'Secret street 1', tax_id: 'EE1' };
  expect((await acme.send('PUT', '/api/payment/billing-details', details)).status).toBe(200);
  expect((await acme.put('/api/workspace/retention', { retention: { days: 1827, law: LAW } })).status).toBe(200);
  await pool.query(
    `INSERT INTO orders (id, sub, provider, checks, amount_cents, success_url, cancel_url, created_at, looked_at)
     VALUES ($1, $2, 'stripe', 10, 1000, '', '', now(), now())`,
    [ORDER, workspace.id],
  );
  await pool.query("UPDATE orders SET status = 'pending' WHERE id = $1", [ORDER]);
  await pool.query("UPDATE orders SET status = 'paid' WHERE id = $1", [ORDER]);
  const paid = await pool.query<{ id: string }>(
    `INSERT INTO payments (order_id, reference, amount_cents, status, paid_at) VALUES ($1, $2, 1000, 'paid', now())
     RETURNING id`,
    [ORDER, PAYMENT_REFERENCE],
  );
  await pool.query(
    `INSERT INTO invoice_numbers (payment_id, kind, number, amount_cents, issued_at) VALUES ($1, 'invoice', '1', 1000, now())`,
    [paid.rows[0]?.id],
  );
  await pool.query('INSERT INTO payment_customers VALUES ($1, $2)', [workspace.id, CUSTOMER]);
  await pool.query('INSERT INTO payment_hints VALUES ($1, $2)', [ORDER, PAYMENT_REFERENCE]);
  await pool.query(
    `INSERT INTO payment_reports (order_id, deposit, status, state, is_of_price, reported_at)
     VALUES ('${ORDER}', 'pi', 'paid', 'arrived', false, now());
     INSERT INTO payment_uses (order_id, deposit, use, amount, created_at) VALUES ('${ORDER}', 'pi', 'refused', '1', now())`,
  );
  await pool.query('INSERT INTO live_cuts VALUES ($1, $2)', [privateId, '{}']);
  await pool.query(
    `WITH filed AS (INSERT INTO dispute (key_hash, network, address, ground) VALUES (sha256('acme'), 'BTC', 'x', 'wrong') RETURNING id)
     INSERT INTO dispute_recheck (dispute_id, sub_id) SELECT id, $1 FROM filed`,
    [privateId],
  );
  await pool.query(
    `INSERT INTO identity_providers (workspace, issuer, client_id, sealed_secret, requires_factor, updated_at)
     VALUES ($1, $2, 'acme', '', true, now())`,
    [workspace.id, ISSUER],
  );
  await pool.query(
    `INSERT INTO identity_domains (id, workspace, domain, token, created_at, proven_at)
     VALUES ($1, $2, $3, 'acme', now(), now())`,
    [DOMAIN_ID, workspace.id, DOMAIN],
  );
  await pool.query(
    `WITH of_check AS (SELECT $1::text AS sub_id, $2::text AS workspace),
       viewed AS (INSERT INTO explorer_views SELECT sub_id, workspace, 'zoom=1', now() FROM of_check),
       noted AS (INSERT INTO explorer_notes SELECT sub_id, 'node', workspace, $3, now() FROM of_check),
       expanded AS (INSERT INTO explorer_expansions SELECT sub_id, 'x', 'BTC', '', workspace, '[]', now() FROM of_check)
     INSERT INTO explorer_budgets SELECT sub_id, '2026-01-01', workspace, 1 FROM of_check`,
    [privateId, workspace.id, CUSTOMER],
  );
  const paymentId = paid.rows[0]?.id ?? '';
  expect((await acme.get(`/api/payment/receipts/${paymentId}/invoice`)).status).toBe(200);
  const invited = { email: INVITED, role: 'viewer' };
  expect((await acme.post('/api/workspace/invitations', invited)).status).toBe(200);
  const invitation = await pool.query<{ id: string }>('SELECT id FROM workspace_invitations WHERE workspace = $1', [
    workspace.id,
  ]);
  const endpointId = await addEndpoint(acme);
  const keyId = await useByKey(server, acme);
  const deliveryId = await attemptDelivery(server, endpointId);
  const batch = await pool.query<{ id: string }>('SELECT id FROM batches WHERE workspace = $1', [workspace.id]);
  const session = await pool.query<{ id: string }>('SELECT id FROM sessions WHERE sub = $1', [sub]);
  return {
    workspace: workspace.id,
    person: sub,
    domainId: DOMAIN_ID,
    invitationId: invitation.rows[0]?.id ?? '',
    sessionId: session.rows[0]?.id ?? '',
    privateId,
    sharedId,
    orderId: ORDER,
    paymentId,
    privateAddress: PRIVATE.address,
    keyId,
    endpointId,
    deliveryId,
    batchId: batch.rows[0]?.id ?? '',
  };
}

async function addEndpoint(acme: Visitor): Promise<string> {
  const added = await acme.post('/api/developers/webhooks', { url: `https://hooks.${DOMAIN}/` });
  return z.object({ endpoint: z.object({ id: z.string() }) }).parse(added.data).endpoint.id;
}

/** An attempt to deliver the event of the check by key, as a server logs it. */
async function attemptDelivery({ pool }: AuthApp, endpoint: string): Promise<string> {
  const { rows } = await pool.query<{ delivery: string }>(
    `INSERT INTO webhook_attempts (delivery, workspace, started_at, duration_ms, status_code, response_body)
     SELECT id, workspace, now(), 1, 200, $2 FROM webhook_deliveries WHERE endpoint = $1 RETURNING delivery`,
    [endpoint, CUSTOMER],
  );
  return rows[0]?.delivery ?? '';
}

/** Makes a key of either mode, and a check by each whose answer is kept. Returns the id of the live one. */
async function useByKey(server: AuthApp, acme: Visitor): Promise<string> {
  const ids: string[] = [];
  for (const [mode, address] of [
    ['test', TEST_ADDRESS],
    ['live', SHARED.address],
  ]) {
    const made = await acme.post('/api/developers/keys', { name: PROGRAM, mode, scopes: ['checks:write', 'batches'] });
    const { key, secret } = MadeKey.parse(made.data);
    const program = server.client({ authorization: `Bearer ${secret}`, 'idempotency-key': 'deposit-1' });
    const checked = await program.post('/api/v1/checks', { address, asset: SHARED.ticker });
    expect(checked.status, checked.text).toBe(201);
    ids.push(key.id);
    if (mode === 'test') {
      const wanted = { address, asset: SHARED.ticker, amount: '1', reference: CUSTOMER };
      const tried = await program.post('/api/v1/withdrawal_attempts', wanted, { 'idempotency-key': 'withdrawal-1' });
      expect(tried.status).toBe(201);
    } else await useBatch(server, secret);
  }
  return ids.at(-1) ?? '';
}

/** A batch of one row that nobody works on. */
async function useBatch(server: AuthApp, secret: string): Promise<void> {
  const calls = server.client({ authorization: `Bearer ${secret}` });
  const opened = await calls.post('/api/v1/batches', { name: PROGRAM });
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(opened.text));
  const row = { address: SHARED.address, asset: SHARED.ticker, customer: CUSTOMER };
  const put = await calls.send('PUT', `/api/v1/batches/${id}/parts/0`, row, { 'content-type': 'application/x-ndjson' });
  expect(put.status, put.text).toBe(200);
  expect((await calls.post(`/api/v1/batches/${id}/close`)).status).toBe(200);
  const add = (rows: string) => server.pool.query(`INSERT INTO ${rows} FROM batches WHERE id = $1`, [id]);
  await add("batch_uncharged (workspace, day, checks) SELECT workspace, '2026-01-01', 1");
  await add(`batch_arrivals (batch, part, upload, row_count, bytes, until)
    SELECT id, 1, gen_random_uuid(), 1, 1, now()`);
  await add("uncharged_answers (owner, day, answers) SELECT workspace, '2026-01-01', 1");
  await add(`batch_subjects (batch, ticker, parent, address, number, row_count, mode)
    SELECT id, 'BTC', '', '${CUSTOMER}', 1, 1, mode`);
}

/** Texts that say something of Acme. The ids that a caller names are not among them: an answer may repeat those. */
export const TEXTS_OF_ACME = [
  COMPANY,
  'Secret street',
  PAYMENT_REFERENCE,
  CUSTOMER,
  INVITED,
  PROGRAM,
  ISSUER,
  DOMAIN,
  LAW,
  'owner@acme.example',
  SHARED.address,
];
