import { describe, expect, it } from 'vitest';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';

const MINUTE_MS = 60_000;
const RETENTION = '/api/workspace/retention';
const LAW = 'Money Laundering and Terrorist Financing Prevention Act, § 47';

const server = useAuthApp();

async function company(name: string): Promise<{ owner: Visitor; id: string }> {
  const owner = await server.signedIn(`${name}@firm.example`);
  return { owner, id: String((await owner.post('/api/workspaces', { name })).data['id']) };
}

describe('the retention of a company', () => {
  it('is that of the installation until it is set, and says who set it, when and by which law', async () => {
    const { owner } = await company('retains');
    expect((await owner.get(RETENTION)).data).toEqual({ retention: null, usual_days: 1095 });
    const saved = await owner.put(RETENTION, { retention: { days: 1827, law: ` ${LAW} ` } });
    expect(saved.status).toBe(200);
    expect(saved.data['retention']).toMatchObject({ days: 1827, law: LAW, set_by: 'retains@firm.example' });
    expect((await owner.get(RETENTION)).data).toEqual(saved.data);
    expect((await owner.put(RETENTION, { retention: null })).data).toEqual({ retention: null, usual_days: 1095 });
  });

  it('is more than three years, ten at most, and never without a law', async () => {
    const { owner } = await company('bounds-of-retention');
    const tried = [
      { days: 1095, law: LAW },
      { days: 3651, law: LAW },
      { days: 1826.5, law: LAW },
      { days: 1827, law: '  ' },
      { days: 1827 },
      { law: LAW },
      { days: 1827, law: 'x'.repeat(301) },
    ];
    for (const retention of tried) {
      const answer = await owner.put(RETENTION, { retention });
      expect([answer.status, answer.errorName], JSON.stringify(retention)).toEqual([400, 'ValidationError']);
    }
    const named = await owner.put(RETENTION, { retention: { days: 3651, law: ' ' } });
    expect(named.error['fields']).toMatchObject([{ field: 'retention.days' }, { field: 'retention.law' }]);
    for (const days of [1096, 3650])
      expect((await owner.put(RETENTION, { retention: { days, law: LAW } })).status).toBe(200);
  });

  it('is of a company: a person has three years at most', async () => {
    const person = await server.signedIn('personal-retention@firm.example');
    const wish = { retention: { days: 1827, law: LAW } };
    expect([(await person.get(RETENTION)).status, (await person.put(RETENTION, wish)).status]).toEqual([404, 404]);
  });

  it('is changed only after a confirmation', async () => {
    const { owner } = await company('stale-retention');
    server.passTime(16 * MINUTE_MS);
    await owner.get('/api/auth/refresh');
    expect((await owner.put(RETENTION, { retention: null })).errorName).toBe('StepUpRequired');
  });

  it('is recorded in the log of the company, each time it is set and taken back', async () => {
    const { owner } = await company('audited-retention');
    await owner.put(RETENTION, { retention: { days: 1827, law: LAW } });
    await owner.put(RETENTION, { retention: null });
    const log = await owner.get('/api/audit/log?action=workspace.retention');
    expect(log.data['entries']).toMatchObject([{ text: '1095 days, as usual' }, { text: `1827 days: ${LAW}` }]);
  });

  it('stays, without a name, when who set it has deleted the account', async () => {
    const { owner } = await company('leaves-retention');
    await owner.put(RETENTION, { retention: { days: 1827, law: LAW } });
    const second = await server.signedIn('second-retention@firm.example');
    await owner.post('/api/workspace/invitations', { email: 'second-retention@firm.example', role: 'admin' });
    await second.post('/api/workspaces/invitation/accept', { token: server.workspaces.lastToken() });
    const sub = String((await second.get('/api/auth/me')).data['sub']);
    expect((await owner.send('PATCH', `/api/workspace/members/${sub}`, { role: 'owner' })).status).toBe(200);
    expect((await owner.post('/api/account/delete', { email: 'leaves-retention@firm.example' })).status).toBe(200);
    expect((await second.get(RETENTION)).data['retention']).toMatchObject({ days: 1827, law: LAW, set_by: null });
  });
});
