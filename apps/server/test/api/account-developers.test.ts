import { describe, expect, it } from 'vitest';
import { BTC_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { ledger } from '../../src/modules/money/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { useAuthApp } from '../support/auth-app.ts';

const server = useAuthApp();
const SCOPES = ['checks:read', 'checks:write', 'webhooks'];

async function developer(email: string) {
  const member = await server.signedIn(email);
  const sub = String((await member.get('/api/auth/me')).data['sub']);
  await inWorkspace(sub, () => ledger.topUp(server.pool, sub, 3, server.now()));
  const keyOf = async (name: string, mode: 'live' | 'test' = 'live') => {
    const made = await member.post('/api/developers/keys', { name, mode, scopes: SCOPES });
    expect(made.status, made.text).toBe(200);
    return { id: (made.data['key'] as { id: string }).id, secret: String(made.data['secret']) };
  };
  const data = async () => {
    const answer = await member.get('/api/account/data');
    expect(answer.status, answer.text).toBe(200);
    return { text: answer.text, parts: answer.data as Record<string, object[]> };
  };
  return { member, sub, keyOf, data };
}

describe('the data of a person who develops', () => {
  it('lists the API keys that the person made, revoked ones too, and never a key or its hash', async () => {
    const { member, sub, keyOf, data } = await developer('keys@firm.example');
    const [used, revoked] = [await keyOf('Deposits'), await keyOf('Old')];
    await server.client({ authorization: `Bearer ${used.secret}` }).get('/api/v1/usage');
    await member.delete(`/api/developers/keys/${revoked.id}`);
    const { text, parts } = await data();
    expect(parts['api_keys']).toEqual([
      {
        id: used.id,
        workspace: sub,
        name: 'Deposits',
        hint: `${used.secret.slice(0, 13)}…${used.secret.slice(-4)}`,
        mode: 'live',
        scopes: SCOPES,
        address_ranges: [],
        monthly_limit: null,
        created_at: expect.any(String),
        made_by_you: true,
        replaced_by_you: false,
        expires_at: null,
        last_used_at: expect.any(String),
        revoked_at: null,
      },
      expect.objectContaining({ name: 'Old', last_used_at: null, revoked_at: expect.any(String) }),
    ]);
    const { rows } = await server.pool.query<{ hash: string }>(
      "SELECT encode(secret_hash, 'hex') AS hash FROM api_keys",
    );
    for (const secret of [used.secret, revoked.secret, ...rows.map(({ hash }) => hash)])
      expect(text).not.toContain(secret);
  });

  it('lists the keys of a company that the person made or replaced, and no others', async () => {
    const [founder, other] = [await developer('founder@firm.example'), await developer('other@firm.example')];
    const made = await founder.member.post('/api/workspaces', { name: 'Exchange Ltd' });
    expect(made.status, made.text).toBe(200);
    const me = await founder.member.get('/api/auth/me');
    const company = (me.data['workspace'] as { id: string }).id;
    await server.pool.query(
      "INSERT INTO workspace_members (workspace, sub, role, joined_at) VALUES ($1, $2, 'admin', now())",
      [company, other.sub],
    );
    const selected = await other.member.post('/api/workspaces/select', { workspace_id: company });
    expect(selected.status, selected.text).toBe(200);
    const [own, foreign] = [await founder.keyOf('Of the founder'), await other.keyOf('Of the other')];
    const exported = async ({ data }: typeof founder) => (await data()).parts['api_keys'];
    expect(await exported(founder)).toMatchObject([{ id: own.id, workspace: company, made_by_you: true }]);
    expect(await exported(other)).toMatchObject([{ id: foreign.id, workspace: company, made_by_you: true }]);
    await other.member.post(`/api/developers/keys/${own.id}/replace`, { former_works_hours: 0 });
    expect(await exported(other)).toMatchObject([
      { id: own.id, made_by_you: false, replaced_by_you: true },
      { id: foreign.id, made_by_you: true, replaced_by_you: false },
    ]);
  });

  it('has what programs said of checks, and webhook endpoints without their secrets', async () => {
    const { keyOf, data } = await developer('hooks@firm.example');
    const { secret } = await keyOf('Program');
    const program = server.client({ authorization: `Bearer ${secret}` });
    await program.post('/api/v1/checks', {
      address: BTC_ADDRESS,
      asset: 'BTC',
      reference: 'deposit-1',
      metadata: { a: 'b' },
    });
    const test = server.client({ authorization: `Bearer ${(await keyOf('Tests', 'test')).secret}` });
    await test.post('/api/v1/checks', {
      address: '1MSJaQoRFWuLjYB4s2S4E6PaD1engBZhWf',
      asset: 'BTC',
      reference: 'test-1',
    });
    const endpoint = JSON.parse(
      (await program.post('/api/v1/webhook_endpoints', { url: 'https://receiver.example/hook', description: 'Mine' }))
        .text,
    );
    const { text, parts } = await data();
    expect(parts['api_checks']).toMatchObject([
      { mode: 'live', reference: 'deposit-1', metadata: { a: 'b' } },
      { mode: 'test', reference: 'test-1' },
    ]);
    expect(parts['webhook_endpoints']).toEqual([
      {
        id: endpoint.id,
        mode: 'live',
        url: 'https://receiver.example/hook',
        description: 'Mine',
        event_types: ['*'],
        created_at: expect.any(String),
        disabled_at: null,
        disabled_because: null,
      },
    ]);
    expect(text).not.toContain(endpoint.secret);
  });

  it('goes with the account: its keys open nothing, and nothing of them is left', async () => {
    const { member, sub, keyOf } = await developer('gone@firm.example');
    const { secret } = await keyOf('Program');
    const program = server.client({ authorization: `Bearer ${secret}` });
    await program.post('/api/v1/checks', { address: BTC_ADDRESS, asset: 'BTC', reference: 'deposit-1' });
    const deleted = await member.post('/api/account/delete', { email: 'gone@firm.example' });
    expect(deleted.status, deleted.text).toBe(200);
    expect((await program.get('/api/v1/usage')).status).toBe(401);
    for (const table of ['api_keys', 'api_checks', 'withdrawal_attempts', 'webhook_endpoints', 'events', 'batches']) {
      expect((await server.pool.query(`SELECT FROM ${table} WHERE workspace = $1`, [sub])).rows).toEqual([]);
    }
  });
});
