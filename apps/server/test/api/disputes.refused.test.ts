import { beforeEach, describe, expect, it } from 'vitest';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import {
  DISPUTE_ADMIN,
  DISPUTED_LABEL,
  decide,
  disputeOf,
  fileDispute,
  fromNetwork,
  LISTING,
  OTHER_LABEL,
  storeLabels,
} from './dispute-fixture.ts';

let networks = 100;
/** Each test is of a person of its own. */
const ownDispute = (more: object = {}) => disputeOf({ email: `person${networks}@shop.example`, ...more });
const SEED = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

describe('a dispute that is refused', { timeout: 60_000 }, () => {
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
  const stored = async () => (await house.pool.query('SELECT FROM dispute')).rowCount;

  it.each([
    ['no label', { labels: [] }],
    ['a label that the address does not have', { labels: [{ ...DISPUTED_LABEL, entity: 'Nobody' }] }],
    ['a label twice', { labels: [DISPUTED_LABEL, DISPUTED_LABEL] }],
    ['a ground that is not of the list', { ground: 'because' }],
    ['no statement', { statement: '   ' }],
    ['a statement that cannot be stored', { statement: `${disputeOf().statement}\0` }],
    ['no mailbox', { email: 'office' }],
    ['a network that has no such labels', { network: 'BTC', address: '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo' }],
  ])('with %s is answered 400, and nothing is stored', async (_what, more) => {
    const { status, errorName } = await stranger.post('/api/disputes', ownDispute(more));
    expect([status, errorName]).toEqual([400, 'ValidationError']);
    expect(await stored()).toBe(0);
  });

  it('because its statement holds a seed phrase is answered 422, and nothing is stored', async () => {
    const { status, errorName } = await stranger.post('/api/disputes', ownDispute({ statement: SEED }));
    expect([status, errorName]).toEqual([422, 'SecretNotAddress']);
    expect(await stored()).toBe(0);
  });

  it('because no chain has its address is answered 422', async () => {
    const { status, errorName } = await stranger.post('/api/disputes', ownDispute({ address: '0x1234' }));
    expect([status, errorName]).toEqual([422, 'InvalidAddress']);
  });

  it('because only an authority can change its list is answered 422 and names the list', async () => {
    const { status, errorName, text } = await stranger.post('/api/disputes', ownDispute({ labels: [LISTING] }));
    expect([status, errorName]).toEqual([422, 'LabelOfAuthority']);
    expect(text).toContain('OFAC SDN list');
  });

  it('because its list became that of an authority cannot be granted by any decision', async () => {
    const admin = await asAdmin();
    const { id } = await fileDispute(stranger, ownDispute());
    await house.pool.query("UPDATE dispute_label SET source = 'uk-ofsi'");
    const { status, errorName } = await decide(admin, id, [0]);
    expect([status, errorName]).toEqual([422, 'LabelOfAuthority']);
    expect((await house.pool.query('SELECT FROM label_withdrawal')).rowCount).toBe(0);
  });

  it('because a network filed ten in a day is answered 429', async () => {
    const admin = await asAdmin();
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const { status, data } = await stranger.post('/api/disputes', disputeOf({ email: `n${count}@shop.example` }));
      statuses.push(status);
      if (status === 200) await decide(admin, Number(data['id']), []);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
  });

  it('takes three files of evidence at most, also when they come at once, each of base64 and at most 1 MiB', async () => {
    const { id, key } = await fileDispute(stranger, ownDispute());
    const path = `/api/disputes/own/${key}/evidence`;
    const add = (content: string) => stranger.post(path, { name: 'proof.pdf', content });
    expect((await add('no base64!')).errorName).toBe('ValidationError');
    const large = Buffer.alloc(1024 * 1024 + 1).toString('base64');
    expect((await add(large)).status).toBe(413);
    expect((await add('A'.repeat(2_000_000))).status).toBe(413);
    const answers = await Promise.all(Array.from({ length: 6 }, () => add('AAAA')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ errorName }) => errorName === 'ValidationError')).toHaveLength(3);
    await decide(await asAdmin(), id, []);
    expect((await add('AAAA')).errorName).toBe('DisputeDecided');
    expect(
      (await stranger.post(`/api/disputes/own/${'0'.repeat(32)}/evidence`, { name: 'a', content: 'AAAA' })).status,
    ).toBe(404);
  });

  it('for want of its key is answered 404', async () => {
    expect((await stranger.get(`/api/disputes/own/${'0'.repeat(32)}`)).status).toBe(404);
    expect((await stranger.get('/api/disputes/own/1')).status).toBe(400);
  });
});

describe('decisions', { timeout: 60_000 }, () => {
  const house = useAuthApp({ adminEmails: [DISPUTE_ADMIN] });

  it('are for administrators alone: 401 without a session, 403 for others', async () => {
    const other = await house.signedIn('owner@firm.example');
    for (const [who, status] of [
      [house.client(), 401],
      [other, 403],
    ] as const) {
      expect((await who.get('/api/disputes/admin')).status).toBe(status);
      expect((await decide(who, 1, [0])).status).toBe(status);
    }
  });

  it('need a dispute, a reason and labels of it', async () => {
    await storeLabels(house.pool);
    const admin = await house.signedIn(DISPUTE_ADMIN);
    expect((await decide(admin, 4_000, [])).errorName).toBe('NotFound');
    const { id } = await fileDispute(admin, { labels: [OTHER_LABEL] });
    const path = `/api/disputes/admin/${id}/decision`;
    expect((await admin.post(path, { withdraw: [0], reason: '' })).errorName).toBe('ValidationError');
    expect((await decide(admin, id, [1])).errorName).toBe('ValidationError');
    expect((await admin.get('/api/disputes/admin')).data['meta']).toMatchObject({ total: 1 });
  });
});
