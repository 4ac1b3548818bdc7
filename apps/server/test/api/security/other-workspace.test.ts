import { OPERATIONS, type Operation } from '@assay/contracts/operations';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TEST_BOT_SECRET } from '../../../src/modules/checks/checks/test/check-fixture.ts';
import { type Answer, useAuthApp, type Visitor } from '../../support/auth-app.ts';
import { type AcmeIds, companyOf, fillAcme, TEXTS_OF_ACME } from './acme-fixture.ts';
import { ANSWERS } from './other-workspace-answers.ts';
import { digestOf, ROWS_OF } from './workspace-rows.ts';

const CHAT = '4242';
/** Calls after which a visitor is signed in no more, or elsewhere: each is made by somebody of its own. */
const LAST_CALLS = new Set([
  'logout',
  'demo',
  'endAllSessions',
  'deleteAccount',
  'refresh',
  'createWorkspace',
  'closeWorkspace',
  'leaveWorkspace',
  'selectWorkspace',
]);

const examplesOf = z.object({ examples: z.array(z.json()).optional() });

describe('what belongs to a workspace', { timeout: 120_000 }, () => {
  const server = useAuthApp();
  let acme: Visitor;
  let ids: AcmeIds;
  let before: Readonly<Record<string, string>>;

  beforeAll(async () => {
    acme = await companyOf(server, 'acme');
    ids = await fillAcme(server, acme);
    before = await digestOf(server, ids.workspace);
  }, 60_000);

  /** The address of a call that names a row of Acme wherever it can. */
  function addressOf({ path, id }: Operation): string {
    const named: Readonly<Record<string, string>> = {
      sub_id: ids.privateId,
      order_id: ids.orderId,
      address: ids.privateAddress,
      user_id: CHAT,
      checks_number: '100',
      number: '2026-00001',
      sub: ids.person,
      id: path.includes('/receipts/')
        ? ids.paymentId
        : path.includes('/sessions/')
          ? ids.sessionId
          : path.includes('/invitations/')
            ? ids.invitationId
            : path.includes('/keys/')
              ? ids.keyId
              : path.includes('/domains/')
                ? ids.domainId
                : path.includes('/webhooks/')
                  ? ids.endpointId
                  : path.includes('/deliveries/')
                    ? ids.deliveryId
                    : path.startsWith('/batches/')
                      ? ids.batchId
                      : '1',
    };
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => named[name] ?? 'none');
    const search = { history: true, historyPage: true, historyExport: true }[id] === true;
    return `/api${filled}${search ? `?search=${ids.privateAddress}` : ''}`;
  }

  function bodyOf({ id, body }: Operation): unknown {
    if (id === 'selectWorkspace' || id === 'chooseTelegramWorkspace') return { workspace_id: ids.workspace };
    // Its example is an address of Acme, and an answer repeats what is asked about.
    if (id === 'checkPlanned')
      return { address: ids.privateAddress, ticker: 'BTC', amount: '1', direction: 'withdrawal' };
    return body === null ? undefined : examplesOf.parse(body.meta() ?? {}).examples?.[0];
  }

  async function call(who: Visitor, operation: Operation, headers: Record<string, string> = {}): Promise<Answer> {
    return who.send(operation.method, addressOf(operation), bodyOf(operation), headers);
  }

  /** The statuses of all calls. Nothing of Acme is named, and nothing of it changes. */
  async function tryAll(
    operations: readonly Operation[],
    visitorFor: (operation: Operation) => Promise<Visitor>,
    headers: Record<string, string> = {},
  ): Promise<Record<string, number>> {
    const statuses: Record<string, number> = {};
    for (const operation of operations) {
      const answer = await call(await visitorFor(operation), operation, headers);
      for (const text of [...TEXTS_OF_ACME, ids.sharedId, ids.workspace, ids.person]) {
        expect(answer.text.includes(text), `${operation.id} names ${text}`).toBe(false);
      }
      // 503: nobody sells here.
      expect(answer.status === 503 || answer.status < 500, `${operation.id}: ${answer.text}`).toBe(true);
      statuses[operation.id] = answer.status;
      expect(await digestOf(server, ids.workspace), operation.id).toEqual(before);
    }
    return statuses;
  }

  /** The statuses that the list names; of a call that it does not name, the one that was answered if it may be. */
  const expected = (column: 0 | 1 | 2, answered: Readonly<Record<string, number>>): Record<string, number> =>
    Object.fromEntries(
      OPERATIONS.map((operation) => {
        const { id } = operation;
        const status = answered[id] ?? Number.NaN;
        const mayBe = mayAnswer(operation, column === 2, status) ? status : Number.NaN;
        return [id, ANSWERS[id]?.[column] ?? mayBe];
      }),
    );

  // What a workspace may only add to, it cannot read either.
  it('has rows in every table that is isolated', async () => {
    const { rows } = await server.pool.query<{ name: string }>(
      `SELECT DISTINCT tablename::text AS name FROM pg_policies WHERE roles = '{assay_tenant}' AND cmd <> 'INSERT' ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(ROWS_OF).toSorted());
    for (const [table, digest] of Object.entries(before)) expect(digest, table).not.toMatch(/^0 /);
  });

  it('is open to the workspace itself, by the same calls', async () => {
    const named = ['readCheck', 'readCertificate', 'readPreview', 'paymentOrder', 'receiptInvoice', 'newestResult'];
    for (const operation of OPERATIONS.filter(({ id }) => named.includes(id))) {
      expect((await call(acme, operation)).status, operation.id).toBe(200);
    }
    expect((await acme.get(`/api/monitor/history/pagination?search=${ids.privateAddress}`)).text).toContain(
      ids.privateId,
    );
    expect((await acme.get('/api/monitor/history/export')).text).toContain(ids.privateId);
    expect((await acme.get('/api/payment/billing-details')).text).toContain(TEXTS_OF_ACME[0]);
    // Its own export is in its own log.
    before = await digestOf(server, ids.workspace);
  });

  it.each([
    ['company', 0, (name: string) => companyOf(server, name)],
    ['personal workspace', 1, (name: string) => server.signedIn(`${name}@example.org`)],
  ] as const)('is closed to another %s, by every call', async (_kind, column, open) => {
    const other = await open('other');
    const visitorFor = ({ id }: Operation) => (LAST_CALLS.has(id) ? open(id.toLowerCase()) : Promise.resolve(other));
    const answered = await tryAll(OPERATIONS, visitorFor);
    expect(answered).toEqual(expected(column, answered));
  });

  it('is closed to a visitor, by every call', async () => {
    const answered = await tryAll(OPERATIONS, async () => server.client());
    expect(answered).toEqual(expected(2, answered));
  });

  it('is closed to a chat that is not joined to it, by every call of the bot', async () => {
    const calls = OPERATIONS.filter(({ credentials }) => credentials === 'service');
    const headers = { authorization: `Bearer ${TEST_BOT_SECRET}`, 'idempotency-key': 'a-message' };
    const statuses = await tryAll(calls, async () => server.client(), headers);
    for (const id of ['readBotCheck', 'readBotReport', 'readBotPayment', 'shareBotCheck', 'unshareBotCheck']) {
      expect(statuses[id], id).toBe(404);
    }
  });

  it('shows a shared result without its workspace', async () => {
    const visitor = server.client();
    const other = await companyOf(server, 'gamma');
    for (const who of [visitor, other]) {
      for (const path of ['', '/certificate.json', '/preview.png', '/share', '/events']) {
        const answer = await who.get(`/api/monitor/check/${ids.sharedId}${path}`);
        expect(answer.status, path).toBe(200);
        for (const text of [ids.workspace, 'owner@acme.example', ids.privateId]) {
          expect(answer.text.includes(text), `${path} names ${text}`).toBe(false);
        }
      }
      const state = await who.get(`/api/monitor/check/${ids.sharedId}`);
      expect(state.data['changes'] ?? null).toBeNull();
      expect((await who.get(`/api/monitor/check/${ids.sharedId}/share`)).data).toEqual({
        is_owner: false,
        revoked_at: null,
      });
      expect((await who.get(`/api/monitor/pdf/${ids.sharedId}`)).status).toBe(200);
      expect((await who.delete(`/api/monitor/check/${ids.sharedId}/share`)).status).toBe(who === visitor ? 401 : 404);
    }
  });
});

/** Whether a call may be answered so to somebody else: it refuses visitors where it needs a user, and finds no row. */
function mayAnswer({ path, credentials, needs }: Operation, isVisitor: boolean, status: number): boolean {
  if (credentials === 'service' || (credentials === 'user' && isVisitor)) return status === 401;
  if (needs.admin === true) return status === 403;
  return !path.includes(':') || status >= 400;
}
