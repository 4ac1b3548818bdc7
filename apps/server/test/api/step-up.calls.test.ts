import { OPERATIONS } from '@assay/contracts/operations';
import { describe, expect, it } from 'vitest';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { enrolTotp } from '../support/totp-app.ts';

const MINUTE_MS = 60_000;

/** Calls whose names resemble those that a stolen session must not make, and why they need no confirmation. */
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

/** End the session or the workspace that the walk goes on in. */
const ENDING: ReadonlySet<string> = new Set(['endAllSessions', 'leaveWorkspace']);

const calls = OPERATIONS.filter(({ credentials }) => credentials === 'user').map((operation) => ({
  ...operation,
  call: `${operation.method} ${operation.path}`,
}));
const confirmed = calls.filter(({ needs }) => needs.stepUp !== undefined);
const others = calls.filter(({ id, needs }) => needs.stepUp === undefined && !ENDING.has(id));

describe('what needs a confirmation', () => {
  const server = useAuthApp();
  // Nothing is sent along: what is let in is refused for that, and changes nothing.
  const tryCall = async (who: Visitor, call: string) => {
    const [method = '', path = ''] = call.split(' ');
    return (await who.send(method, `/api${path.replace(/:\w+/g, '0'.repeat(32))}`)).errorName;
  };

  it('is every call whose name says so, but those that are listed here', () => {
    const unconfirmed = calls.filter(({ needs, path }) => needs.stepUp === undefined && SENSITIVE.test(path));
    expect(unconfirmed.map(({ call }) => call).toSorted()).toEqual(Object.keys(UNCONFIRMED).toSorted());
    expect(confirmed.length).toBeGreaterThan(30);
  });

  it('is refused to a stale session of an account with a factor, and let in once the factor is given', async () => {
    const email = 'walk@firm.example';
    const who = await server.signedIn(email);
    const app = await enrolTotp(server, who);
    await server.pool.query('UPDATE users SET admin_granted_at = now() WHERE email = $1', [email]);
    expect((await who.post('/api/workspaces', { name: 'Confirmed' })).status).toBe(200);
    server.passTime(11 * MINUTE_MS);
    for (const { call } of confirmed) expect(await tryCall(who, call), call).toBe('StepUpRequired');
    for (const { call } of others) expect(await tryCall(who, call), call).not.toBe('StepUpRequired');

    expect((await who.post('/api/auth/step-up', { method: 'totp', code: app.code() })).status).toBe(200);
    for (const { call } of confirmed) {
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
    const asksAll = ({ needs }: (typeof calls)[number]) => needs.stepUp === 'always' && needs.admin !== true;
    const own = confirmed.filter(asksAll).map(({ call }) => call);
    for (const call of own) expect(await tryCall(who, call), call).toBe('StepUpRequired');

    const link = await server.ask(who, email);
    expect((await who.get(`/api/auth/confirm-link/${link}`)).status).toBe(200);
    await who.post('/api/workspaces/select', { workspace_id: made.data['id'] });
    for (const call of own) expect(['StepUpRequired', 'Unauthorized'], call).not.toContain(await tryCall(who, call));
  });
});
