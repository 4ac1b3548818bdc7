import { describe, expect, it } from 'vitest';
import { BTC_CHECK } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { FLEX_TARIFF, ledger } from '../../src/modules/money/index.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { botOf, joinToken, newUser } from './bot-fixture.ts';

const server = useAuthApp({ adminEmails: ['service@firm.example'] });

async function company(name: string) {
  const owner = await server.signedIn(`${name}@firm.example`);
  const id = String((await owner.post('/api/workspaces', { name })).data['id']);
  return { owner, id, sub: String((await owner.get('/api/auth/me')).data['sub']) };
}

async function entriesOf(who: Visitor, action: string): Promise<Record<string, unknown>[]> {
  const answer = await who.get(`/api/audit/log?action=${action}`);
  expect(answer.status).toBe(200);
  return answer.data['entries'] as Record<string, unknown>[];
}

describe('the audit log of a company', () => {
  it('records the sessions that enter it, each once', async () => {
    const { owner, id, sub } = await company('enters');
    await owner.post('/api/workspaces/select', { workspace_id: id });
    expect(await entriesOf(owner, 'workspace.enter')).toEqual([]);
    const again = await server.signedIn('enters@firm.example');
    for (const workspace of [id, id, sub, id]) {
      expect((await again.post('/api/workspaces/select', { workspace_id: workspace })).status).toBe(200);
    }
    const entries = await entriesOf(again, 'workspace.enter');
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      title: 'Workspace entered',
      actor: { kind: 'person', id: sub, email: 'enters@firm.example' },
      target: { kind: 'session' },
      ip: '127.0.0.1',
      device: 'Firefox on Linux',
    });
    await again.post('/api/workspaces/select', { workspace_id: sub });
    expect(await entriesOf(again, 'workspace.enter'), 'not in the personal log').toEqual([]);
  });

  it('names the person behind what the bot did, and the bot', async () => {
    const { owner, id, sub } = await company('bot');
    const grant = { sub: id, tariff: FLEX_TARIFF, checks: 5, reason: 'operator' as const, key: `test:${id}` };
    await ledger.grant(server.pool, { ...grant, expiresAt: null, now: new Date() });
    const chat = botOf(server.app).user(newUser());
    await chat.call('PUT /bot/users/:user_id', { body: {} });
    await chat.call('POST /bot/users/:user_id/join', { body: { token: await joinToken(owner) } });
    await owner.put('/api/telegram/workspace', { workspace_id: id });
    const { sub_id } = await chat.call('POST /bot/users/:user_id/checks', {
      body: BTC_CHECK,
      idempotencyKey: 'message-0001',
    });
    await chat.call('DELETE /bot/users/:user_id/checks/:sub_id/share', { sub_id });
    const [entry] = await entriesOf(owner, 'result.unshare');
    expect(entry).toMatchObject({
      actor: { kind: 'person', id: sub, email: 'bot@firm.example' },
      device: 'Telegram bot',
      ip: null,
    });
    expect((await owner.get('/api/telegram')).status).toBe(200);
  });

  it('is exported whole, and the log of the service is read by administrators in any workspace', async () => {
    const { owner } = await company('service');
    const file = await owner.get('/api/audit/export?format=jsonl');
    expect(file.text).toContain('workspace.create');
    expect((await owner.get('/api/audit/service/log')).status).toBe(200);
    const service = await owner.get('/api/audit/service/export?format=csv');
    expect(service.status).toBe(200);
    const { entries } = (await owner.get('/api/audit/service/log')).data as { entries: { action: string }[] };
    expect(entries.map(({ action }) => action)).toEqual(['audit.export']);
  });
});
