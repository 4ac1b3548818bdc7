import { beforeAll, describe, expect, it } from 'vitest';
import { BTC_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { ledger } from '../../src/modules/money/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';

const server = useAuthApp();
const BTC = { address: BTC_ADDRESS, ticker: 'BTC' };
const HOME = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };

beforeAll(() => server.batches.worker.start());

async function company(email: string, name: string) {
  const owner = await server.signedIn(email);
  const id = String((await owner.post('/api/workspaces', { name })).data['id']);
  await inWorkspace(id, () => ledger.topUp(server.pool, id, 20, server.now()));
  return { owner, id };
}

async function member(owner: Visitor, email: string, role: string): Promise<Visitor> {
  await owner.post('/api/workspace/invitations', { email, role });
  const token = server.workspaces.lastToken();
  const who = await server.signedIn(email);
  expect((await who.post('/api/workspaces/invitation/accept', { token })).status).toBe(200);
  return who;
}

async function program(owner: Visitor, name: string) {
  const scopes = ['checks:read', 'checks:write', 'batches', 'webhooks'];
  const made = await owner.post('/api/developers/keys', { name, scopes });
  expect(made.status, made.text).toBe(200);
  const key = (made.data['key'] as { id: string }).id;
  const headers = { authorization: `Bearer ${String(made.data['secret'])}` };
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    server.app.inject({ method, url: `/api/v1${url}`, headers, ...(payload === undefined ? {} : { payload }) });
  return { key, call, headers };
}

const itemsOf = async (who: Visitor) =>
  (await who.get('/api/monitor/history/pagination')).data['items'] as {
    sub_id: string;
    asked_by?: Record<string, unknown>;
  }[];

async function checked(who: Visitor): Promise<string> {
  const check = await who.post('/api/monitor/check', BTC);
  expect(check.status, check.text).toBe(200);
  return (check.data['asset'] as { sub_id: string }).sub_id;
}

describe('a check in a company', () => {
  it('names the member or the key in the history, its file and the result, to members alone', async () => {
    const { owner } = await company('asks@firm.example', 'Asks');
    const analyst = await member(owner, 'analyst-asks@firm.example', 'analyst');
    const subId = await checked(analyst);
    const { key, call } = await program(owner, 'Deposits');
    const made = await call('POST', '/checks?wait=10', { address: BTC_ADDRESS, asset: 'BTC' });
    expect(made.json()).toMatchObject({ api_key: key });

    const byMember = { kind: 'member', email: 'analyst-asks@firm.example' };
    const byKey = { kind: 'key', id: key, name: 'Deposits' };
    expect((await itemsOf(owner)).map(({ asked_by }) => asked_by)).toEqual([byKey, byMember]);
    const searched = await owner.get('/api/monitor/history/pagination?search=btc');
    expect(searched.data['items']).toMatchObject([{ asked_by: byKey }, { asked_by: byMember }]);
    const csv = (await owner.get('/api/monitor/history/export')).text.split('\r\n');
    expect(csv[0]).toMatch(/,checked_by$/);
    expect(csv.slice(1, 3).map((line) => line.split(',').at(-1))).toEqual([
      'API key Deposits',
      'analyst-asks@firm.example',
    ]);
    const found = await owner.get('/api/monitor/history/export?search=btc');
    expect(found.text).toContain(',analyst-asks@firm.example\r\n');

    expect((await owner.get(`/api/monitor/check/${subId}`)).data['asked_by']).toEqual(byMember);
    expect((await owner.get(`/api/monitor/result/${BTC_ADDRESS}`)).data['asked_by']).toEqual(byKey);
    for (const other of [server.browser(), await server.signedIn('stranger-asks@firm.example')]) {
      const shown = await other.get(`/api/monitor/check/${subId}`);
      expect([shown.status, shown.text.includes('asked_by'), shown.text.includes('analyst-asks')]).toEqual([
        200,
        false,
        false,
      ]);
    }
  });

  it('keeps no member whose account is deleted, and says that a member asked', async () => {
    const { owner } = await company('erases@firm.example', 'Erases');
    const gone = await member(owner, 'gone@firm.example', 'analyst');
    const { sub } = (await gone.get('/api/auth/me')).data;
    await checked(gone);
    const deleted = await gone.post('/api/account/delete', { email: 'gone@firm.example' });
    expect(deleted.status, deleted.text).toBe(200);
    expect((await itemsOf(owner))[0]?.asked_by).toEqual({ kind: 'member', email: null });
    const kept = await server.pool.query('SELECT FROM checks WHERE asked_by = $1', [sub]);
    expect(kept.rowCount).toBe(0);
  });

  it('is not said of a personal workspace, where its owner asks', async () => {
    const who = await server.signedIn('alone@firm.example');
    const subId = await checked(who);
    expect((await itemsOf(who))[0]).not.toHaveProperty('asked_by');
    expect((await who.get(`/api/monitor/check/${subId}`)).data).not.toHaveProperty('asked_by');
    expect((await who.get('/api/monitor/history/export')).text.split('\r\n')[1]).toMatch(/,$/);
  });
});

describe('a batch, a download and a share in a company', () => {
  it('are recorded once a day where a program fetches the same thing again and again, of a member each time', async () => {
    const { owner, id: workspace } = await company('polls@firm.example', 'Polls');
    const programs = [await program(owner, 'First'), await program(owner, 'Second')] as const;
    const batches: string[] = [];
    for (const name of ['one', 'two']) {
      const sent = await server.app.inject({
        method: 'POST',
        url: `/api/v1/batches?asset=BTC&name=${name}`,
        headers: { ...programs[0].headers, 'content-type': 'text/csv' },
        payload: `address\n${BTC_ADDRESS}\n`,
      });
      expect(sent.statusCode, sent.payload).toBe(202);
      batches.push(String(sent.json().id));
    }
    const fetchEach = async () => {
      for (const { call } of programs) {
        for (const id of batches) expect((await call('GET', `/batches/${id}/results`)).statusCode).toBe(200);
      }
    };
    const recorded = async () => {
      const { entries } = (await owner.get('/api/audit/log?action=batch.export')).data as {
        entries: { actor: { name: string | null; email: string | null }; target: { id: string } }[];
      };
      return entries.map(({ actor, target }) => `${actor.name ?? actor.email} ${batches.indexOf(target.id)}`).sort();
    };
    const once = ['First 0', 'First 1', 'Second 0', 'Second 1'];
    for (const _time of [1, 2, 3]) await fetchEach();
    expect(await recorded()).toEqual(once);
    for (const _time of [1, 2]) expect((await owner.get(`/api/batches/${batches[0]}/results`)).status).toBe(200);
    const byMember = ['polls@firm.example 0', 'polls@firm.example 0'];
    expect(await recorded()).toEqual([...once, ...byMember]);

    await server.pool.query('ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_stay');
    await server.pool.query(`UPDATE audit_entries SET at = at - interval '1 day' WHERE chain = $1`, [workspace]);
    await server.pool.query('ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_stay');
    for (const _time of [1, 2]) await fetchEach();
    expect(await recorded()).toEqual([...once, ...once].sort().concat(byMember));
  });

  it('are in its audit log with the member or the key', async () => {
    const { owner } = await company('acts@firm.example', 'Acts');
    const analyst = await member(owner, 'analyst-acts@firm.example', 'analyst');
    const subId = await checked(analyst);
    expect((await analyst.get(`/api/monitor/check/${subId}/counterparties/export?direction=incoming`)).status).toBe(
      200,
    );
    expect((await analyst.post(`/api/monitor/check/${subId}/share`)).status).toBe(200);
    const cookie = [...analyst.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = await server.app.inject({
      method: 'POST',
      url: '/api/batches?asset=BTC&name=list.csv',
      headers: { ...HOME, cookie, 'content-type': 'text/csv' },
      payload: `address\n${BTC_ADDRESS}\n`,
    });
    expect(sent.statusCode, sent.payload).toBe(202);
    const { id, member: maker } = sent.json().data.batch;
    expect(maker).toBe('analyst-acts@firm.example');
    expect((await analyst.get(`/api/batches/${id}/results`)).status).toBe(200);

    const { key, call } = await program(owner, 'Lists');
    const made = await call('POST', '/batches', { asset: 'BTC' });
    expect(made.statusCode, made.payload).toBe(201);
    expect(made.json()).toMatchObject({ api_key: key, member: null });
    const hook = await call('POST', '/webhook_endpoints', { url: 'https://hooks.firm.example/a' });
    expect(hook.statusCode, hook.payload).toBe(201);

    const { entries } = (await owner.get('/api/audit/log')).data as {
      entries: { action: string; actor: Record<string, unknown>; target: { id: string } | null }[];
    };
    const who = Object.fromEntries(entries.map(({ action, actor }) => [action, actor['email'] ?? actor['name']]));
    expect(who).toMatchObject({
      'counterparties.export': 'analyst-acts@firm.example',
      'result.share': 'analyst-acts@firm.example',
      'batch.create': 'analyst-acts@firm.example',
      'batch.export': 'analyst-acts@firm.example',
      'webhook.create': 'Lists',
    });
    const byKey = await owner.get(`/api/audit/log?actor=${key}`);
    expect(byKey.data['entries']).toMatchObject([{ action: 'webhook.create', actor: { kind: 'key', id: key } }]);
  });
});
