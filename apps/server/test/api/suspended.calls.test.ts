import { OPERATIONS } from '@assay/contracts/operations';
import { describe, expect, it } from 'vitest';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';

/** What a suspended person may do beside looking around, and why. Any other call that changes something must be refused. */
const OPEN: Readonly<Record<string, string>> = {
  // What the law gives beside the copy of one’s own data: its deletion, and the papers of what was paid.
  'POST /account/delete': 'a right by law',
  'POST /workspace/close': 'the last owner must, before the account can be deleted',
  'GET /payment/receipts/:id/invoice': 'one’s own books',
  'GET /payment/receipts/:id/credit-notes/:number': 'one’s own books',
  'POST /auth/step-up': 'needed for both of the first',
  'POST /auth/step-up/passkey': 'needed for both of the first',
  // What only takes away.
  'DELETE /auth/sessions': 'signs out',
  'DELETE /auth/sessions/:id': 'signs out',
  'POST /workspace/leave': 'leaves',
  'DELETE /telegram/link': 'parts from the chat',
  'POST /payment/stripe/subscriptions/cancel': 'ends charges',
  'DELETE /monitor/check/:sub_id/share': 'takes back what was public',
  // Others.
  'POST /workspaces/select': 'looks around elsewhere',
  'POST /disputes': 'is open without an account too',
};

/** Reads that ask providers or lead to a charge. */
const COSTLY: readonly string[] = [
  'GET /monitor/transaction',
  'GET /monitor/check/:sub_id/explorer/transfers',
  'GET /user/plan/buy/stripe/:order_id',
];

const ID = '0'.repeat(32);
const calls = OPERATIONS.filter(({ credentials }) => credentials === 'user' || credentials === 'optional').map(
  (operation) => ({ ...operation, call: `${operation.method} ${operation.path}` }),
);

/** Pages of one’s own, and results that a link opens to everybody: no downloads, and nothing of administrators. */
const READS = calls
  .filter(({ method, file, credentials, errors }) => {
    const isDownload = file !== null && credentials === 'user';
    return method === 'GET' && !isDownload && !errors.includes('AdminOnly');
  })
  .map(({ call }) => call)
  .filter((call) => !COSTLY.includes(call));

describe('a suspended administrator, who owns a company', () => {
  const server = useAuthApp();

  const errorOf = async (who: Visitor, call: string) => {
    const [method = '', path = ''] = call.split(' ');
    return (await who.send(method, `/api${path.replace(/:\w+/g, ID)}`)).errorName;
  };

  async function owner(email: string, name: string): Promise<Visitor> {
    const who = await server.signedIn(email);
    const made = await who.post('/api/workspaces', { name });
    expect(made.status, made.text).toBe(200);
    return who;
  }
  const suspend = (email: string) =>
    server.pool.query('UPDATE users SET suspended_at = now(), admin_granted_at = now() WHERE email = $1', [email]);

  it('is refused every call but reads and those that are named here, as the contracts say', async () => {
    const who = await owner('every@firm.example', 'Every');
    await suspend('every@firm.example');
    const open: string[] = [];
    // The call that signs out comes last.
    for (const { call } of calls.toSorted(
      (a, b) => Number(a.id === 'endAllSessions') - Number(b.id === 'endAllSessions'),
    )) {
      if ((await errorOf(who, call)) !== 'AccountSuspended') open.push(call);
    }
    expect(open.toSorted()).toEqual([...READS, ...Object.keys(OPEN)].toSorted());
    const stated = calls.filter(({ errors }) => !errors.includes('AccountSuspended')).map(({ call }) => call);
    expect(open.filter((call) => !stated.includes(call))).toEqual(['POST /workspace/close']);
  });

  it('is refused what no contract describes, and a download that is asked for by HEAD', async () => {
    const who = await owner('unknown@firm.example', 'Unknown');
    await suspend('unknown@firm.example');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(await errorOf(who, `${method} /not/described`), method).toBe('AccountSuspended');
    }
    expect(await errorOf(who, 'GET /not/described')).toBe('NotFound');
    const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: 'localhost:3000', cookie };
    const asked = await server.app.inject({ method: 'HEAD', url: '/api/monitor/history/export', headers });
    expect(asked.statusCode).toBe(403);
    expect((await who.get('/api/openapi.json')).status).toBe(200);
  });

  it('changes nothing of the company, and may still leave and take what is one’s own', async () => {
    const email = 'leaves@firm.example';
    const who = await owner(email, 'Left');
    await suspend(email);
    const details = { company: 'Other Ltd.', address: 'Street 1', tax_id: '1' };
    for (const [method, path, body] of [
      ['PATCH', '/workspace', { name: 'Taken' }],
      ['PUT', '/payment/billing-details', details],
      ['DELETE', `/developers/keys/${ID}`, undefined],
      ['DELETE', `/developers/webhooks/${ID}`, undefined],
    ] as const) {
      const answer = await who.send(method, `/api${path}`, body);
      expect([answer.status, answer.errorName], path).toEqual([403, 'AccountSuspended']);
    }
    expect((await server.pool.query("SELECT FROM workspaces WHERE name = 'Taken'")).rowCount).toBe(0);
    expect((await who.get('/api/account/data')).status).toBe(200);
    expect((await who.post('/api/account/delete', { email })).errorName).toBe('LastOwner');
    expect((await who.post('/api/workspace/close', { name: 'Left' })).status).toBe(200);
    expect((await who.post('/api/account/delete', { email })).status).toBe(200);
  });

  it('cannot close a company that has other members', async () => {
    const email = 'closes@firm.example';
    const who = await owner(email, 'Shared');
    await server.signedIn('colleague@firm.example');
    await server.pool.query(
      `INSERT INTO workspace_members (workspace, sub, role, joined_at)
       SELECT w.id, u.sub, 'viewer', now() FROM workspaces w, users u
        WHERE w.name = 'Shared' AND u.email = 'colleague@firm.example'`,
    );
    await suspend(email);
    expect((await who.post('/api/workspace/close', { name: 'Shared' })).errorName).toBe('AccountSuspended');
    expect((await server.pool.query("SELECT FROM workspaces WHERE name = 'Shared'")).rowCount).toBe(1);
  });
});
