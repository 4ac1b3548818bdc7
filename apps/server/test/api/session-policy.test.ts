import { OPERATIONS } from '@assay/contracts/operations';
import { describe, expect, it } from 'vitest';
import { BTC_CHECK } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { FLEX_TARIFF, ledger } from '../../src/modules/money/index.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { botOf, joinToken, newUser } from './bot-fixture.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const POLICY = '/api/workspace/session-policy';
const OFFICE = '203.0.113.9';
const ELSEWHERE = '198.51.100.7';
const OPEN = { idle_minutes: null, life_minutes: null, address_ranges: [] as string[] };

/** One proxy in front names the address of the visitor. */
const server = useAuthApp({ settings: { trustProxy: 1 } });
const from = (ip: string) => ({ 'x-forwarded-for': ip });

async function company(name: string): Promise<{ owner: Visitor; id: string }> {
  const owner = await server.signedIn(`${name}@firm.example`);
  return { owner, id: String((await owner.post('/api/workspaces', { name })).data['id']) };
}

/** The owner again, by a new login, in the company. */
async function loggedInAgain(name: string, id: string, ip = OFFICE): Promise<Visitor> {
  const owner = await server.signedIn(`${name}@firm.example`);
  expect((await owner.post('/api/workspaces/select', { workspace_id: id }, from(ip))).status).toBe(200);
  return owner;
}

describe('the session policy of a company', () => {
  it('asks nothing until it is set, and is read back as it was saved', async () => {
    const { owner } = await company('reads');
    expect((await owner.get(POLICY, from(OFFICE))).data).toEqual({ policy: OPEN, own_address: OFFICE });
    const policy = { idle_minutes: 30, life_minutes: 720, address_ranges: ['203.0.113.0/24', '2001:db8::7'] };
    const saved = await owner.put(POLICY, policy, from(OFFICE));
    const stored = { ...policy, address_ranges: ['203.0.113.0/24', '2001:db8::7/128'] };
    expect([saved.status, saved.data]).toEqual([200, { policy: stored, own_address: OFFICE }]);
    expect((await owner.get(POLICY, from(OFFICE))).data['policy']).toEqual(stored);
    expect((await owner.put(POLICY, OPEN, from(OFFICE))).data['policy']).toEqual(OPEN);
  });

  it('stores a range as its network, and each once', async () => {
    const { owner } = await company('network');
    const saved = await owner.put(
      POLICY,
      { ...OPEN, address_ranges: ['203.0.113.9/24', '203.0.113.77/24'] },
      from(OFFICE),
    );
    expect(saved.data['policy']).toMatchObject({ address_ranges: ['203.0.113.0/24'] });
  });

  it('can only be stricter than what the server asks of all', async () => {
    const { owner } = await company('bounds');
    const tried = [{ idle_minutes: 14 }, { idle_minutes: 10_081 }, { life_minutes: 59 }, { life_minutes: 43_201 }];
    for (const part of tried) {
      const answer = await owner.put(POLICY, { ...OPEN, ...part });
      expect([answer.status, answer.errorName], JSON.stringify(part)).toEqual([400, 'ValidationError']);
    }
    expect((await owner.put(POLICY, { ...OPEN, idle_minutes: 15, life_minutes: 43_200 })).status).toBe(200);
  });

  it('refuses what is no range, and says which and why', async () => {
    const { owner } = await company('range');
    const answer = await owner.put(
      POLICY,
      { ...OPEN, address_ranges: ['203.0.113.0/24', '203.0.113.0/33'] },
      from(OFFICE),
    );
    expect([answer.status, answer.errorName]).toEqual([400, 'ValidationError']);
    expect(answer.error['message']).toBe('Address range 2 needs a number from 1 to 32 after the slash.');
    expect(answer.error['fields']).toMatchObject([{ field: 'address_ranges.1' }]);
    const many = await owner.put(POLICY, { ...OPEN, address_ranges: Array.from({ length: 51 }, () => OFFICE) });
    expect(many.status).toBe(400);
  });

  it('is not saved where its own author would be locked out', async () => {
    const { owner } = await company('lockout');
    const policy = { ...OPEN, address_ranges: ['203.0.113.0/24'] };
    const answer = await owner.put(POLICY, policy, from(ELSEWHERE));
    expect([answer.status, answer.errorName]).toEqual([400, 'ValidationError']);
    expect(answer.error['message']).toContain(`does not include ${ELSEWHERE}, your own address now`);
    expect((await owner.get(POLICY, from(ELSEWHERE))).data['policy']).toEqual(OPEN);
  });

  it('is changed only after a confirmation', async () => {
    const { owner } = await company('stepup');
    server.passTime(16 * MINUTE_MS);
    await owner.get('/api/auth/refresh');
    expect((await owner.put(POLICY, OPEN)).errorName).toBe('StepUpRequired');
  });

  it('is of a company: a personal workspace has none', async () => {
    const person = await server.signedIn('personal-policy@firm.example');
    expect([(await person.get(POLICY)).status, (await person.put(POLICY, OPEN)).status]).toEqual([404, 404]);
  });

  it('is recorded in the log of the company', async () => {
    const { owner } = await company('audited');
    await owner.put(POLICY, { ...OPEN, life_minutes: 480, address_ranges: ['203.0.113.0/24'] }, from(OFFICE));
    const log = await owner.get('/api/audit/log?action=workspace.session_policy', from(OFFICE));
    expect(log.data['entries']).toMatchObject([
      { text: 'without use: no limit; from login: 480 min; from: 203.0.113.0/24', ip: OFFICE },
    ]);
  });
});

describe('an address outside the ranges', () => {
  it('is refused by every call in the company, and by nothing that is the person’s own', async () => {
    const { owner, id } = await company('office');
    const policy = { ...OPEN, address_ranges: ['203.0.113.0/24'] };
    expect((await owner.put(POLICY, policy, from(OFFICE))).status).toBe(200);
    const operations = OPERATIONS.filter(({ credentials, isOfPerson }) => credentials === 'user' && !isOfPerson);
    expect(operations.length).toBeGreaterThan(60);
    // An owner is let in by these alone: session-policy.owners.test.ts.
    const open = ['readSessionPolicy', 'saveSessionPolicy'];
    for (const { method, path } of operations.filter(({ id: operation }) => !open.includes(operation))) {
      const call = `/api${path.replaceAll(/:\w+/g, '0'.repeat(32))}`;
      const answer = await owner.send(method, call, undefined, from(ELSEWHERE));
      expect([answer.status, answer.errorName], `${method} ${path}`).toEqual([403, 'AddressRefused']);
    }
    const own = OPERATIONS.filter(({ method, isOfPerson }) => method === 'GET' && isOfPerson).map(({ path }) => path);
    expect(own.toSorted()).toEqual(['/auth/me', '/auth/sessions', '/workspaces']);
    for (const path of own) expect((await owner.get(`/api${path}`, from(ELSEWHERE))).status, path).toBe(200);
    const me = await owner.get('/api/auth/me', from(ELSEWHERE));
    expect(me.data).toMatchObject({ workspace: { id }, workspaceRefusal: 'address', checks: 0, tariffs: [] });
    expect((await owner.get('/api/auth/me', from(OFFICE))).data['workspaceRefusal']).toBeNull();
  });

  it('is the one that the trusted proxy names, never one that the visitor adds', async () => {
    const { owner } = await company('proxy');
    await owner.put(POLICY, { ...OPEN, address_ranges: ['203.0.113.0/24'] }, from(OFFICE));
    const forged = await owner.get('/api/monitor/history', from(`${OFFICE}, ${ELSEWHERE}`));
    expect(forged.errorName).toBe('AddressRefused');
  });

  it('sees a result of the company as everybody does, with its events, and without what is its owner’s', async () => {
    const { owner, id } = await company('shared');
    const now = new Date();
    const grant = { sub: id, tariff: FLEX_TARIFF, checks: 5, reason: 'operator' as const, key: `test:${id}` };
    await ledger.grant(server.pool, { ...grant, expiresAt: null, now });
    await owner.put(POLICY, { ...OPEN, address_ranges: ['203.0.113.0/24'] }, from(OFFICE));
    const made = await owner.post('/api/monitor/check', BTC_CHECK, from(OFFICE));
    const path = `/api/monitor/check/${String((made.data['asset'] as { sub_id: string }).sub_id)}`;
    expect((await owner.get(`${path}/share`, from(OFFICE))).data).toMatchObject({ is_owner: true });
    expect((await owner.get(`${path}/share`, from(ELSEWHERE))).data).toMatchObject({ is_owner: false });
    expect((await owner.delete(`${path}/share`, from(ELSEWHERE))).errorName).toBe('AddressRefused');
    await owner.delete(`${path}/share`, from(OFFICE));
    for (const part of ['', '/events', '/certificate.json', '/preview.png']) {
      expect((await owner.get(`${path}${part}`, from(OFFICE))).status, part).toBe(200);
      expect((await owner.get(`${path}${part}`, from(ELSEWHERE))).status, part).toBe(404);
    }
  });
});

describe('the life of a session in the company', () => {
  it('ends so long after the login; a new login opens it again', async () => {
    const { owner, id } = await company('life');
    await owner.put(POLICY, { ...OPEN, life_minutes: 60 });
    for (let minutes = 0; minutes < 60; minutes += 12) {
      expect((await owner.get('/api/monitor/history')).status).toBe(200);
      server.passTime(12 * MINUTE_MS);
      await owner.get('/api/auth/refresh');
    }
    server.passTime(MINUTE_MS);
    const late = await owner.get('/api/monitor/history');
    expect([late.status, late.errorName]).toEqual([403, 'NewerSignInRequired']);
    expect((await owner.get('/api/auth/me')).data['workspaceRefusal']).toBe('sign_in');
    expect((await (await loggedInAgain('life', id)).get('/api/monitor/history')).status).toBe(200);
  });

  it('ends after so long without use, also where the session is used again, in another workspace, before', async () => {
    const { owner, id } = await company('idle');
    await owner.put(POLICY, { ...OPEN, idle_minutes: 30 });
    const sub = String((await owner.get('/api/auth/me')).data['sub']);
    server.passTime(29 * MINUTE_MS);
    await owner.get('/api/auth/refresh');
    expect((await owner.get('/api/monitor/history')).status).toBe(200);
    server.passTime(32 * MINUTE_MS);
    await owner.get('/api/auth/refresh');
    expect((await owner.get('/api/monitor/history')).errorName).toBe('NewerSignInRequired');
    await owner.post('/api/workspaces/select', { workspace_id: sub });
    expect((await owner.get('/api/monitor/history')).status).toBe(200);
    server.passTime(MINUTE_MS);
    const back = await owner.post('/api/workspaces/select', { workspace_id: id });
    expect([back.status, back.errorName]).toEqual([403, 'NewerSignInRequired']);
    expect((await (await loggedInAgain('idle', id)).get('/api/monitor/history')).status).toBe(200);
  });

  it('counts every use, to the minute', async () => {
    const { owner } = await company('busy');
    await owner.put(POLICY, { ...OPEN, idle_minutes: 15 });
    for (let uses = 0; uses < 6; uses += 1) {
      server.passTime(10 * MINUTE_MS);
      await owner.get('/api/auth/refresh');
      server.passTime(4 * MINUTE_MS);
      expect((await owner.get('/api/monitor/history')).status, `use ${uses}`).toBe(200);
    }
    server.passTime(16 * MINUTE_MS);
    await owner.get('/api/auth/refresh');
    expect((await owner.get('/api/monitor/history')).errorName).toBe('NewerSignInRequired');
  });

  it('does not touch who is in no such company', async () => {
    const { owner } = await company('free');
    server.passTime(100 * HOUR_MS);
    await owner.get('/api/auth/refresh');
    expect((await owner.get('/api/monitor/history')).status).toBe(200);
  });
});

it('binds the API keys of the company by its addresses, in addition to their own', async () => {
  const { owner } = await company('keys');
  const wish = { name: 'Deposits', scopes: ['checks:read'] };
  const { secret } = (await owner.post('/api/developers/keys', wish, from(OFFICE))).data;
  const use = (ip: string) =>
    server.client({ authorization: `Bearer ${String(secret)}`, ...from(ip) }).get('/api/v1/usage');
  expect((await use(ELSEWHERE)).status).toBe(200);
  await owner.put(POLICY, { ...OPEN, life_minutes: 60 }, from(OFFICE));
  expect((await use(ELSEWHERE)).status).toBe(200);
  await owner.put(POLICY, { ...OPEN, address_ranges: ['203.0.113.0/24'] }, from(OFFICE));
  expect([(await use(OFFICE)).status, (await use(ELSEWHERE)).status]).toEqual([200, 403]);
});

describe('a Telegram chat', () => {
  it('neither checks nor buys in a company with a session policy, and does so elsewhere', async () => {
    const { owner, id } = await company('chat');
    const chat = newUser();
    const bot = botOf(server.app).user(chat);
    await bot.call('PUT /bot/users/:user_id', { body: {} });
    await bot.call('POST /bot/users/:user_id/join', { body: { token: await joinToken(owner) } });
    await owner.put('/api/telegram/workspace', { workspace_id: id });
    await owner.put(POLICY, { ...OPEN, life_minutes: 480 });
    const refused = { errorName: 'ChatRefused', status: 403 };
    await expect(
      bot.call('POST /bot/users/:user_id/checks', { body: BTC_CHECK, idempotencyKey: 'message-0001' }),
    ).rejects.toMatchObject(refused);
    await expect(
      bot.call('POST /bot/users/:user_id/payments', { body: { payment_type: 'stripe', checks_number: 50 } }),
    ).rejects.toMatchObject(refused);
    const sub = String((await owner.get('/api/auth/me')).data['sub']);
    await owner.put('/api/telegram/workspace', { workspace_id: sub });
    expect(
      (await bot.call('POST /bot/users/:user_id/checks', { body: BTC_CHECK, idempotencyKey: 'message-0002' })).charged,
    ).toBe(true);
  });
});
