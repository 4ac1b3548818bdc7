import { describe, expect, it } from 'vitest';
import { wireApiKeys } from '../../src/modules/api/open/public-api.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { waitingBatch } from '../support/batch-server.ts';
import { untilWaiting } from '../support/lock-waits.ts';

const server = useAuthApp();
const SCOPES = ['checks:read', 'webhooks', 'batches'];
const WISHES = { name: null, asset: null, network: null, metadata: {} };
const ROW = '{"asset":"BTC","address":"1BoatSLRHtKNngkdXEeobR76b53LETtpyT"}\n';
let people = 0;

/** A key that was replaced once, and its former secret, which works for a day. */
async function replaced() {
  people += 1;
  const who = await server.signedIn(`person-${people}@former.example`);
  const workspace = String((await who.get('/api/auth/me')).data['sub']);
  const made = await who.post('/api/developers/keys', { name: 'Key', scopes: SCOPES });
  const { id } = made.data['key'] as { id: string };
  const replace = async (hours: number) => {
    const next = await who.post(`/api/developers/keys/${id}/replace`, { former_works_hours: hours });
    expect(next.status, next.text).toBe(200);
    return String(next.data['secret']);
  };
  const former = String(made.data['secret']);
  return { who, workspace, id, former, present: await replace(24), replace };
}

async function shown(secret: string) {
  const holder = await wireApiKeys(server.pool, server).authenticate(secret, '127.0.0.1');
  if (typeof holder === 'string') throw new Error(holder);
  return holder;
}

/** A batch by this secret whose rows are stored and which is not accepted yet. */
async function received(secret: string) {
  const { workspace, ...key } = await shown(secret);
  const maker = { workspace, mode: 'live', key: { workspace, ...key }, madeBy: null } as const;
  return inWorkspace(workspace, () => waitingBatch(server.batches.batches, maker, WISHES, ROW));
}

describe('a secret of a key that is replaced for the second time', () => {
  it('adds no endpoint once it has ended, though its key and its holder are as they were', async () => {
    const { who, id, former } = await replaced();
    const headers = { authorization: `Bearer ${former}` };
    // Its use is noted once a minute: the call below does not wait for that.
    await server.app.inject({ url: '/api/v1/webhook_endpoints', headers });
    const client = await server.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('UPDATE api_keys SET former_hash = NULL, former_until = NULL WHERE id = $1', [id]);
      const payload = { url: 'https://hooks.example/a' };
      const added = server.app.inject({ method: 'POST', url: '/api/v1/webhook_endpoints', headers, payload });
      await Promise.all([added, untilWaiting(server.pool, 1).then(() => client.query('COMMIT'))]);
      expect((await added).json()).toMatchObject({ status: 401, code: 'invalid_api_key' });
    } finally {
      client.release();
    }
    expect((await who.get('/api/developers/webhooks')).data['endpoints']).toEqual([]);
  });

  it('has no batch accepted whose rows were still being stored', async () => {
    const { former, replace } = await replaced();
    const batch = await received(former);
    await replace(24);
    await expect(batch.accept()).rejects.toMatchObject({ code: 'invalid_api_key' });
  });

  it('has it accepted while the former one works', async () => {
    const { present, former, replace } = await replaced();
    const ofFormer = await received(former);
    const ofPresent = await received(present);
    expect(await ofFormer.accept()).toMatchObject({ rows: 1 });
    await replace(1);
    expect(await ofPresent.accept()).toMatchObject({ rows: 1 });
    const late = await received(present);
    server.passTime(3_600_000);
    await expect(late.accept()).rejects.toMatchObject({ code: 'invalid_api_key' });
  });
});

describe('a secret that is handed over', () => {
  it('does nothing more for the call that began by it, since that would be the former holder’s', async () => {
    const { workspace, id, present } = await replaced();
    const other = await server.signedIn(`other-${people}@former.example`);
    const sub = String((await other.get('/api/auth/me')).data['sub']);
    const batch = await received(present);
    await server.pool.query('UPDATE api_keys SET secret_by = $3 WHERE workspace = $1 AND id = $2', [
      workspace,
      id,
      sub,
    ]);
    await expect(batch.accept()).rejects.toMatchObject({ code: 'invalid_api_key' });
  });
});
