import { OPERATIONS } from '@assay/contracts/operations';
import { describe, expect, it } from 'vitest';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { enrolTotp } from '../support/totp-app.ts';

const MINUTE_MS = 60_000;

/** Every call that a stolen session must not make, and who can make it otherwise. */
const CONFIRMED: Readonly<Record<string, 'anybody' | 'administrator' | 'who has a factor'>> = {
  // Exports.
  'GET /account/data': 'anybody',
  'GET /monitor/history/export': 'anybody',
  'GET /batches/:id/results': 'anybody',
  'GET /audit/export': 'anybody',
  'GET /audit/service/export': 'administrator',
  'GET /survey/admin/export': 'administrator',
  // Members; making another member an owner is a change of role.
  'PATCH /workspace/members/:sub': 'anybody',
  'DELETE /workspace/members/:sub': 'anybody',
  'POST /workspace/invitations': 'anybody',
  'POST /workspace/invitations/:id/resend': 'anybody',
  'DELETE /workspace/invitations/:id': 'anybody',
  // Deletion.
  'POST /workspace/close': 'anybody',
  'POST /account/delete': 'anybody',
  // What sessions of members may do.
  'PUT /workspace/session-policy': 'anybody',
  // It can remove what a company has kept.
  'PUT /workspace/retention': 'anybody',
  // API keys.
  'POST /developers/keys': 'anybody',
  'POST /developers/keys/:id/replace': 'anybody',
  // Where events of the workspace are sent, and what signs them.
  'POST /developers/webhooks': 'anybody',
  'PATCH /developers/webhooks/:id': 'anybody',
  'POST /developers/webhooks/:id/rotate': 'anybody',
  // The login of a company.
  'PUT /workspace/identity/provider': 'anybody',
  'DELETE /workspace/identity/provider': 'anybody',
  'POST /workspace/identity/domains': 'anybody',
  'POST /workspace/identity/domains/:id/prove': 'anybody',
  'PATCH /workspace/identity/domains/:id': 'anybody',
  'DELETE /workspace/identity/domains/:id': 'anybody',
  // Factors.
  'POST /auth/factors/totp': 'anybody',
  'POST /auth/factors/totp/enrol': 'anybody',
  'POST /auth/factors/passkey': 'anybody',
  'POST /auth/factors/passkey/enrol': 'anybody',
  'DELETE /auth/factors/:id': 'anybody',
  'POST /auth/recovery-codes': 'anybody',
  // A chat that is joined acts for the account.
  'POST /telegram/link': 'who has a factor',
  // Asks for nothing else.
  'GET /auth/step-up': 'anybody',
};

/** Calls whose names resemble those, and why they need none. */
const UNCONFIRMED: Readonly<Record<string, string>> = {
  'GET /developers/keys': 'reads a page, without the keys',
  'DELETE /developers/keys/:id': 'ends a key: only safer',
  'GET /workspace/members': 'reads a page',
  'GET /workspace/members/:sub/access': 'reads names, without the keys',
  'GET /workspace/invitations': 'reads a page',
  'GET /monitor/check/:sub_id/counterparties/export': 'a file of public records, which the page shows too',
  'GET /monitor/check/:sub_id/explorer/transfers': 'reads public records',
  'POST /survey/admin/option/delete': 'edits the survey',
  'POST /survey/admin/question/delete': 'edits the survey',
  'POST /workspaces/invitation/accept': 'joins the person who asks, by a token of the mailbox',
};

const SENSITIVE = /(?<!pass)key|refund|export|member|invitation|transfer|close|delete/;

const calls = OPERATIONS.filter(({ credentials }) => credentials === 'user').map((operation) => ({
  ...operation,
  call: `${operation.method} ${operation.path}`,
}));

describe('what needs a confirmation', () => {
  const server = useAuthApp();
  // Nothing is sent along: what is let in is refused for that, and changes nothing.
  const tryCall = async (who: Visitor, call: string) => {
    const [method = '', path = ''] = call.split(' ');
    return (await who.send(method, `/api${path.replace(/:\w+/g, '0'.repeat(32))}`)).errorName;
  };

  it('is listed here, as the contracts say', () => {
    const stated = calls.filter(({ errors }) => errors.includes('StepUpRequired')).map(({ call }) => call);
    expect(stated.toSorted()).toEqual(Object.keys(CONFIRMED).toSorted());
    const alike = calls.filter(({ path }) => SENSITIVE.test(path)).map(({ call }) => call);
    const known = [...Object.keys(CONFIRMED), ...Object.keys(UNCONFIRMED)];
    expect(alike.filter((call) => !known.includes(call))).toEqual([]);
  });

  it('is refused to a stale session of an account with a factor, and let in once the factor is given', async () => {
    const email = 'walk@firm.example';
    const who = await server.signedIn(email);
    const app = await enrolTotp(server, who);
    await server.pool.query('UPDATE users SET admin_granted_at = now() WHERE email = $1', [email]);
    expect((await who.post('/api/workspaces', { name: 'Confirmed' })).status).toBe(200);
    server.passTime(11 * MINUTE_MS);
    for (const call of Object.keys(CONFIRMED)) expect(await tryCall(who, call), call).toBe('StepUpRequired');

    expect((await who.post('/api/auth/step-up', { method: 'totp', code: app.code() })).status).toBe(200);
    for (const call of Object.keys(CONFIRMED)) {
      expect(['StepUpRequired', 'Unauthorized', 'AdminOnly'], call).not.toContain(await tryCall(who, call));
    }
    expect((await who.get('/api/auth/me')).status).toBe(200);
  });

  it('is refused to a stale session of an account without one, and let in after a new link', async () => {
    const email = 'walk-by-link@firm.example';
    const who = await server.signedIn(email);
    const made = await who.post('/api/workspaces', { name: 'Confirmed by link' });
    server.passTime(16 * MINUTE_MS);
    expect((await who.get('/api/auth/refresh')).status).toBe(200);
    const own = Object.entries(CONFIRMED).flatMap(([call, by]) => (by === 'anybody' ? [call] : []));
    for (const call of own) expect(await tryCall(who, call), call).toBe('StepUpRequired');

    const link = await server.ask(who, email);
    expect((await who.get(`/api/auth/confirm-link/${link}`)).status).toBe(200);
    await who.post('/api/workspaces/select', { workspace_id: made.data['id'] });
    for (const call of own) expect(['StepUpRequired', 'Unauthorized'], call).not.toContain(await tryCall(who, call));
  });
});
