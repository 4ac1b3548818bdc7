import { beforeEach, describe, expect, it } from 'vitest';
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
    const admin = await house.signedIn(DISPUTE_ADMIN);
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

  it('that is refused leaves the label and is in the public log', async () => {
    const admin = await house.signedIn(DISPUTE_ADMIN);
    const { id, key } = await fileDispute(stranger);
    await decide(admin, id, []);
    expect(await labelsNow()).toContain('Shop');
    expect((await stranger.get('/api/disputes')).data['disputes']).toMatchObject([{ id, decision: 'kept' }]);
    expect((await stranger.get(`/api/disputes/own/${key}`)).data['decision']).toMatchObject({ outcome: 'kept' });
  });

  it('is decided once by administrators who decide at the same moment', async () => {
    const admin = await house.signedIn(DISPUTE_ADMIN);
    const { id } = await fileDispute(stranger);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => decide(admin, id, index % 2 ? [0] : [])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ errorName }) => errorName === 'DisputeDecided')).toHaveLength(7);
  });

  it('is exported with the account that filed it, and erased with it; a decision stays without a person', async () => {
    const admin = await house.signedIn(DISPUTE_ADMIN);
    const email = 'owner@firm.example';
    const owner = await house.signedIn(email);
    const decided = await fileDispute(owner);
    await decide(admin, decided.id, [0]);
    const open = await fileDispute(owner, { labels: [OTHER_LABEL] });
    const exported = await owner.get('/api/account/data');
    expect(exported.text).toContain('office@shop.example');
    expect((await owner.post('/api/account/delete', { email })).status).toBe(200);
    const rows = await house.pool.query('SELECT id, statement, email, sub FROM dispute');
    expect(rows.rows).toEqual([{ id: decided.id, statement: null, email: null, sub: null }]);
    expect((await stranger.get(`/api/disputes/own/${open.key}`)).status).toBe(404);
  });
});
