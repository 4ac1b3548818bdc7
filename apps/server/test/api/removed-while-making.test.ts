import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { rowsBody } from '../../src/modules/api/batches/rows/rows-body.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { makeBatch } from '../support/batch-server.ts';
import { inTurn, untilWaiting } from '../support/lock-waits.ts';

const server = useAuthApp({ limits: { tokensPerMinute: 1_000, linksPerNetwork: 1_000 } });

let people = 0;

async function company() {
  people += 1;
  const owner = await server.signedIn(`owner-${people}@firm.example`);
  const id = String((await owner.post('/api/workspaces', { name: 'Company' })).data['id']);
  people += 1;
  const email = `member-${people}@firm.example`;
  const who = await server.signedIn(email);
  const sub = String((await who.get('/api/auth/me')).data['sub']);
  await server.pool.query("INSERT INTO workspace_members (workspace, sub, role) VALUES ($1, $2, 'admin')", [id, sub]);
  expect((await who.post('/api/workspaces/select', { workspace_id: id })).status).toBe(200);
  return { owner, id, who, email, sub };
}

type Company = Awaited<ReturnType<typeof company>>;

const remove = ({ owner, sub }: Company) => owner.delete(`/api/workspace/members/${sub}?access=revoke`);
const makeKey = (who: Visitor, name = 'Key') => who.post('/api/developers/keys', { name, scopes: ['checks:read'] });
const addEndpoint = (who: Visitor) => who.post('/api/developers/webhooks', { url: 'https://hooks.example/a' });
const invite = (who: Visitor, email: string) => who.post('/api/workspace/invitations', { email, role: 'admin' });

/** What works of what was made in the company. */
async function access({ owner, id }: Company) {
  const keys = (await owner.get('/api/developers/keys')).data['keys'] as unknown[];
  const webhooks = (await owner.get('/api/developers/webhooks')).data['endpoints'] as unknown[];
  const open = 'SELECT FROM workspace_invitations WHERE workspace = $1 AND revoked_at IS NULL AND accepted_at IS NULL';
  return { keys: keys.length, webhooks: webhooks.length, invitations: (await server.pool.query(open, [id])).rowCount };
}

const NOTHING = { keys: 0, webhooks: 0, invitations: 0 };

const MAKING = [
  {
    what: 'a key',
    make: ({ who }: Company) => makeKey(who),
    lock: ({ id }: Company) => ['SELECT pg_advisory_xact_lock(4291, hashtext($1))', id] as const,
  },
  {
    what: 'a webhook endpoint',
    make: ({ who }: Company) => addEndpoint(who),
    lock: ({ id }: Company) => ['SELECT pg_advisory_xact_lock(4296, hashtext($1))', id] as const,
  },
  {
    what: 'an invitation',
    make: ({ who, sub }: Company) => invite(who, `of-${sub}@firm.example`),
    lock: ({ sub }: Company) =>
      ['SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', `invitation:of-${sub}@firm.example`] as const,
  },
];

describe.each(MAKING)('$what', ({ make, lock }) => {
  it('is not made by a member whose removal is under way', async () => {
    const of = await company();
    const row = 'SELECT FROM workspace_members WHERE workspace = $1 AND sub = $2 FOR UPDATE';
    const [removed, made] = await inTurn(server.pool, [row, of.id, of.sub], [() => remove(of), () => make(of)]);
    expect([removed.status, made.status, made.errorName]).toEqual([200, 404, 'NotFound']);
    expect(await access(of)).toEqual(NOTHING);
  });

  it('ends with a removal that begins while it is made', async () => {
    const of = await company();
    const [made, removed] = await inTurn(server.pool, lock(of), [() => make(of), () => remove(of)]);
    expect([made.status, removed.status]).toEqual([200, 200]);
    expect(Object.values(removed.data).flat()).toHaveLength(1);
    expect(await access(of)).toEqual(NOTHING);
  });
});

describe('a member who is removed', () => {
  it('leaves nothing that works of what was asked for at the same moment', async () => {
    const of = await company();
    const calls = [
      ...Array.from({ length: 3 }, (_, at) => makeKey(of.who, `Key ${at}`)),
      remove(of),
      ...Array.from({ length: 3 }, (_, at) => makeKey(of.who, `Later key ${at}`)),
      ...Array.from({ length: 3 }, (_, at) => invite(of.who, `beside-${at}-${of.sub}@firm.example`)),
    ];
    const answers = await Promise.all(calls);
    expect(answers[3]?.status).toBe(200);
    expect(await access(of)).toEqual(NOTHING);
    // Who is in the personal workspace by then makes a key of that one.
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it('has no batch accepted whose rows were still being stored', async () => {
    const of = await company();
    const { batches } = server.batches;
    const row = Buffer.from('{"asset":"BTC","address":"1BoatSLRHtKNngkdXEeobR76b53LETtpyT"}\n');
    const stored = Promise.withResolvers<void>();
    const removed = Promise.withResolvers<void>();
    const rows = rowsBody('jsonl', Readable.from([row]), async function* (bytes) {
      yield* bytes;
      stored.resolve();
      await removed.promise;
    });
    const wishes = { name: null, asset: null, network: null, metadata: {} };
    const maker = { workspace: of.id, mode: 'live', key: null, madeBy: of.sub } as const;
    const made = expect(inWorkspace(of.id, () => makeBatch(batches, maker, wishes, rows))).rejects.toMatchObject({
      errorName: 'NotFound',
    });
    await stored.promise;
    await remove(of);
    removed.resolve();
    await made;
    expect((await server.pool.query('SELECT FROM batches WHERE workspace = $1', [of.id])).rowCount).toBe(0);
  });
});

describe('an endpoint by API key', () => {
  it('is not added once the revocation of the key is under way', async () => {
    const of = await company();
    const made = await of.who.post('/api/developers/keys', { name: 'Hooks', scopes: ['webhooks'] });
    const { id } = made.data['key'] as { id: string };
    const headers = { authorization: `Bearer ${String(made.data['secret'])}` };
    // Its use is noted once a minute: the call below does not wait for that.
    await server.app.inject({ url: '/api/v1/webhook_endpoints', headers });
    const client = await server.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
      const added = server.app.inject({
        method: 'POST',
        url: '/api/v1/webhook_endpoints',
        headers,
        payload: { url: 'https://hooks.example/a' },
      });
      await Promise.all([added, untilWaiting(server.pool, 1).then(() => client.query('COMMIT'))]);
      expect((await added).json()).toMatchObject({ status: 401, code: 'invalid_api_key' });
    } finally {
      client.release();
    }
    expect(await access(of)).toEqual(NOTHING);
  });
});

describe('an invitation of a former member', () => {
  it.each([
    ['was removed', 'DELETE FROM workspace_members WHERE workspace = $1 AND sub = $2'],
    ['may invite nobody any more', "UPDATE workspace_members SET role = 'viewer' WHERE workspace = $1 AND sub = $2"],
  ])('is as good as revoked when who sent it %s', async (_what, change) => {
    const of = await company();
    people += 1;
    const email = `invited-${people}@firm.example`;
    await invite(of.who, email);
    const token = server.workspaces.lastToken();
    await server.pool.query(change, [of.id, of.sub]);
    const invited = await server.signedIn(email);
    const accepted = await invited.post('/api/workspaces/invitation/accept', { token });
    expect([accepted.status, accepted.errorName]).toEqual([400, 'InvitationNotValid']);
  });
});
