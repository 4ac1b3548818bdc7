import { generateKeyPairSync, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { beforeEach, describe, expect, it } from 'vitest';
import { upkeep } from '../../src/app/jobs/upkeep.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import {
  DISPUTE_ADMIN,
  DISPUTED,
  DISPUTED_LABEL,
  decide,
  disputeOf,
  fileDispute,
  fromNetwork,
  LISTING,
  OTHER_LABEL,
  storeLabels,
} from './dispute-fixture.ts';

let networks = 0;

describe('a dispute', { timeout: 60_000 }, () => {
  const house = useAuthApp({ adminEmails: [DISPUTE_ADMIN], settings: { trustProxy: 1 } });
  let stranger: Visitor;
  let administrator: Visitor | undefined;
  /** Signed in once: a mailbox gets few links. */
  const asAdmin = async () => {
    administrator ??= await house.signedIn(DISPUTE_ADMIN);
    return administrator;
  };
  beforeEach(async () => {
    await storeLabels(house.pool);
    await house.pool.query('TRUNCATE dispute, label_withdrawal CASCADE');
    networks += 1;
    stranger = house.client(fromNetwork(networks));
  });
  const labelsNow = async () => {
    const { data } = await stranger.get(`/api/disputes/labels?network=ETH&address=${DISPUTED}`);
    return (data['labels'] as { entity: string }[]).map(({ entity }) => entity);
  };

  it('names labels of the address, of which those of an authority say whose they are', async () => {
    const { status, data } = await stranger.get(
      `/api/disputes/labels?network=ETH&address=${DISPUTED.toUpperCase().replace('0X', '0x')}`,
    );
    expect(status).toBe(200);
    expect(data).toMatchObject({ networkName: 'Ethereum', address: DISPUTED });
    expect(data['labels']).toMatchObject([
      { ...OTHER_LABEL, authorityList: null },
      { ...DISPUTED_LABEL, authorityList: null, categoryTitle: 'Scam' },
      { ...LISTING, authorityList: 'OFAC SDN list' },
    ]);
  });

  it('is filed without an account, read by its link alone, and is not public before it is decided', async () => {
    const { id, key } = await fileDispute(stranger);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    const { status, data, headers } = await stranger.get(`/api/disputes/own/${key}`);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(data).toMatchObject({ id, address: DISPUTED, ground: 'wrong_owner', decision: null });
    expect(JSON.stringify(data)).not.toContain('office@shop.example');
    expect((await stranger.get('/api/disputes')).data).toMatchObject({ disputes: [], meta: { total: 0 } });
    const stored = await house.pool.query('SELECT key_hash FROM dispute');
    expect(JSON.stringify(stored.rows)).not.toContain(key);
  });

  it('that is granted withdraws the label and is in the public log, without personal data', async () => {
    const admin = await asAdmin();
    const { id } = await fileDispute(stranger, { labels: [DISPUTED_LABEL, OTHER_LABEL] });
    const waiting = await admin.get('/api/disputes/admin');
    expect(waiting.data['disputes']).toMatchObject([
      { id, email: 'office@shop.example', statement: disputeOf().statement },
    ]);
    expect((await decide(admin, id, [0])).status).toBe(200);
    expect(await labelsNow()).toEqual(['Other shop', 'Lazarus Group']);
    const { data, text } = await stranger.get('/api/disputes');
    expect(data).toMatchObject({
      meta: { total: 1, page: 1 },
      disputes: [
        {
          id,
          address: DISPUTED,
          decision: 'withdrawn',
          reason: 'The shop published the address before the list did.',
          labels: [
            { ...DISPUTED_LABEL, isWithdrawn: true },
            { ...OTHER_LABEL, isWithdrawn: false },
          ],
        },
      ],
    });
    for (const personal of ['office@shop.example', 'hot wallet', DISPUTE_ADMIN]) expect(text).not.toContain(personal);
    expect((await admin.get('/api/disputes/admin')).data['disputes']).toEqual([]);
    expect((await admin.get('/api/disputes/admin?state=decided')).data['disputes']).toMatchObject([{ id }]);
  });

  it('is found in the public log by its number once it is decided', async () => {
    const admin = await asAdmin();
    const { id } = await fileDispute(stranger, { email: 'log@shop.example' });
    const logged = async () => (await stranger.get(`/api/disputes?dispute=${id}`)).data;
    expect(await logged()).toMatchObject({ disputes: [], meta: { total: 0 } });
    await decide(admin, id, [0]);
    expect(await logged()).toMatchObject({ disputes: [{ id, decision: 'withdrawn' }], meta: { total: 1 } });
  });

  it('that is refused leaves the label and is in the public log', async () => {
    const admin = await asAdmin();
    const { id, key } = await fileDispute(stranger);
    await decide(admin, id, []);
    expect(await labelsNow()).toContain('Shop');
    expect((await stranger.get('/api/disputes')).data['disputes']).toMatchObject([{ id, decision: 'kept' }]);
    expect((await stranger.get(`/api/disputes/own/${key}`)).data['decision']).toMatchObject({ outcome: 'kept' });
  });

  it('shows control of its address by a text that is signed once and names site, dispute, address and time', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const address = base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
    await house.pool.query("UPDATE label SET address = $1, network = 'SOL'", [address]);
    const { id, key } = await fileDispute(stranger, { network: 'SOL', address, email: 'proof@shop.example' });
    const given = await stranger.post(`/api/disputes/own/${key}/challenge`);
    const { text, nonce } = given.data as { text: string; nonce: string };
    for (const part of ['localhost:3000', `Dispute: ${id}`, address, nonce, String(given.data['expiresAt'])]) {
      expect(text).toContain(part);
    }
    const signature = base58.encode(sign(null, Buffer.from(text), privateKey));
    const prove = (body: object) => stranger.post(`/api/disputes/own/${key}/proof`, { nonce, signature, ...body });
    expect((await prove({ signature: base58.encode(sign(null, Buffer.from(`${text} `), privateKey)) })).errorName).toBe(
      'SignatureRefused',
    );
    expect((await prove({ nonce: '0'.repeat(32) })).errorName).toBe('SignatureRefused');
    await house.pool.query("UPDATE dispute_challenge SET expires_at = now() - interval '1 second'");
    expect((await prove({})).errorName).toBe('SignatureRefused');
    await house.pool.query("UPDATE dispute_challenge SET expires_at = now() + interval '1 hour'");
    const answers = await Promise.all([prove({}), prove({}), prove({})]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 200)?.data).toMatchObject({ proof: 'ed25519' });
    const admin = await asAdmin();
    expect((await admin.get('/api/disputes/admin')).data['disputes']).toMatchObject([{ proof: 'ed25519' }]);
    await decide(admin, id, []);
    expect((await stranger.get('/api/disputes')).data['disputes']).toMatchObject([{ hasProof: true }]);
  });

  it('has files that only administrators read, as downloads that no browser shows', async () => {
    const admin = await asAdmin();
    const { id, key } = await fileDispute(stranger, { email: 'evidence@shop.example' });
    const html = '<script>alert(1)</script>';
    const sent = await stranger.post(`/api/disputes/own/${key}/evidence`, {
      name: '../proof".html',
      content: Buffer.from(html).toString('base64'),
    });
    expect(sent.data['evidence']).toMatchObject([{ name: 'proof_.html', bytes: html.length }]);
    const { disputes } = (await admin.get('/api/disputes/admin')).data;
    const [listed] = disputes as { evidence: { id: number }[] }[];
    const path = `/api/disputes/admin/${id}/evidence/${listed?.evidence[0]?.id}`;
    const file = await admin.get(path);
    expect([file.status, file.text]).toEqual([200, html]);
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="proof_.html"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect((await stranger.get(path)).status).toBe(401);
    expect((await admin.get(`/api/disputes/admin/${id + 1}/evidence/${listed?.evidence[0]?.id}`)).status).toBe(404);
  });

  it('loses its files, its statement and its contact 90 days after the decision', async () => {
    const admin = await asAdmin();
    const { id, key } = await fileDispute(stranger, { email: 'retention@shop.example' });
    await stranger.post(`/api/disputes/own/${key}/evidence`, { name: 'a', content: 'AAAA' });
    await decide(admin, id, []);
    await upkeep(house.pool, { retentionDays: 1_000, invoiceYears: 7 }, new Date());
    const stored = async () => (await house.pool.query('SELECT statement, email FROM dispute')).rows;
    expect(await stored()).toMatchObject([{ email: 'retention@shop.example' }]);
    await house.pool.query("UPDATE dispute SET decided_at = now() - interval '91 days'");
    await upkeep(house.pool, { retentionDays: 1_000, invoiceYears: 7 }, new Date());
    expect(await stored()).toEqual([{ statement: null, email: null }]);
    expect((await house.pool.query('SELECT FROM dispute_evidence')).rowCount).toBe(0);
  });

  it('is decided once by administrators who decide at the same moment', async () => {
    const admin = await asAdmin();
    const { id } = await fileDispute(stranger);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => decide(admin, id, index % 2 ? [0] : [])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ errorName }) => errorName === 'DisputeDecided')).toHaveLength(7);
  });

  it('is exported with the account that filed it, and erased with it; a decision stays without a person', async () => {
    const admin = await asAdmin();
    const email = 'owner@firm.example';
    const owner = await house.signedIn(email);
    const contact = 'office@firm.example';
    const decided = await fileDispute(owner, { email: contact });
    await decide(admin, decided.id, [0]);
    const open = await fileDispute(owner, { labels: [OTHER_LABEL], email: contact });
    const exported = await owner.get('/api/account/data');
    expect(exported.text).toContain(contact);
    expect((await owner.post('/api/account/delete', { email })).status).toBe(200);
    const rows = await house.pool.query('SELECT id, statement, email, sub FROM dispute');
    expect(rows.rows).toEqual([{ id: decided.id, statement: null, email: null, sub: null }]);
    expect((await stranger.get(`/api/disputes/own/${open.key}`)).status).toBe(404);
  });
});
