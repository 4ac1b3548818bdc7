import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { beforeEach, describe, expect, it } from 'vitest';
import { disputesStore } from '../../src/modules/disputes/disputes/disputes.store.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { DISPUTE_ADMIN, decide, disputeOf, fileDispute, fromNetwork, storeLabels } from './dispute-fixture.ts';

const DAY_MS = 86_400_000;

describe('an address that strangers have filed junk disputes of', { timeout: 60_000 }, () => {
  const house = useAuthApp({ adminEmails: [DISPUTE_ADMIN], settings: { trustProxy: 1 } });
  let administrator: Visitor | undefined;
  const asAdmin = async () => {
    administrator ??= await house.signedIn(DISPUTE_ADMIN);
    return administrator;
  };
  let networks = 0;
  const someone = () => {
    networks += 1;
    return house.client(fromNetwork(networks));
  };
  let key: KeyObject;
  let place: { network: string; address: string };

  beforeEach(async () => {
    await storeLabels(house.pool);
    await house.pool.query('TRUNCATE dispute, label_withdrawal CASCADE');
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    key = privateKey;
    const address = base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
    place = { network: 'SOL', address };
    await house.pool.query("UPDATE label SET address = $1, network = 'SOL'", [address]);
    for (let count = 0; count < 3; count += 1)
      await fileDispute(someone(), { ...place, email: `j${count}@junk.example` });
  });

  const openIds = async () => {
    const { disputes } = (await (await asAdmin()).get('/api/disputes/admin')).data as { disputes: { id: number }[] };
    return disputes.map(({ id }) => id);
  };
  const own = async (dispute: string) => (await house.client().get(`/api/disputes/own/${dispute}`)).data;
  async function prove(who: Visitor, dispute: string) {
    const { data } = await who.post(`/api/disputes/own/${dispute}/challenge`);
    const { text, nonce } = data as { text: string; nonce: string };
    const signature = base58.encode(sign(null, Buffer.from(text), key));
    return who.post(`/api/disputes/own/${dispute}/proof`, { nonce, signature });
  }

  it('has room for the dispute of who controls it, which is read once a signature shows that', async () => {
    const owner = someone();
    const filed = await fileDispute(owner, { ...place, email: 'owner@shop.example' });
    expect(Date.parse(String((await own(filed.key))['proofBy'])) - Date.now()).toBeGreaterThan(DAY_MS - 60_000);
    expect(await openIds()).not.toContain(filed.id);
    expect((await decide(await asAdmin(), filed.id, [0])).errorName).toBe('NotFound');
    expect((await prove(owner, filed.key)).data).toMatchObject({ proof: 'ed25519', proofBy: null });
    expect(await openIds()).toContain(filed.id);
    expect((await decide(await asAdmin(), filed.id, [0])).status).toBe(200);
  });

  it('gives junk without a proof no room, and deletes it after a day', async () => {
    const before = await openIds();
    const filed = await fileDispute(someone(), { ...place, email: 'junk@junk.example' });
    await disputesStore.removeUnproven(house.pool, new Date(Date.now() + DAY_MS - 60_000));
    expect(await openIds()).toEqual(before);
    expect((await own(filed.key))['id']).toBe(filed.id);
    await disputesStore.removeUnproven(house.pool, new Date(Date.now() + DAY_MS + 60_000));
    expect((await house.client().get(`/api/disputes/own/${filed.key}`)).status).toBe(404);
    expect(await openIds()).toEqual(before);
  });

  it('has three with a proof at most, also when their proofs come at once', async () => {
    const owner = someone();
    const keys: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      keys.push((await fileDispute(owner, { ...place, email: `o${count}@shop.example` })).key);
    }
    const answers = await Promise.all(keys.map((one) => prove(owner, one)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 200, 429, 429,
    ]);
    expect(await openIds()).toHaveLength(6);
  });

  it('is disputed by the person whose mailbox strangers have named five times that day', async () => {
    const mailed = async (dispute: string) => (await own(dispute))['isMailed'];
    for (let count = 0; count < 7; count += 1) {
      await house.pool.query('TRUNCATE dispute CASCADE');
      const { key: dispute } = await fileDispute(someone(), { ...place, email: `victim+${count}@firm.example` });
      expect(await mailed(dispute)).toBe(count < 5);
    }
    const member = await house.signedIn('victim@firm.example');
    const { key: dispute } = await fileDispute(member, { ...place, email: 'victim@firm.example' });
    expect(await mailed(dispute)).toBe(true);
    expect(await house.client(fromNetwork(99)).post('/api/disputes', disputeOf({ ...place }))).toMatchObject({
      status: 200,
    });
  });
});
