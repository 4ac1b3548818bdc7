import { AdminDisputesData } from '@assay/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { DISPUTE_ADMIN, disputeOf, fromNetwork, serviceDisputeOf, storeLabels } from './dispute-fixture.ts';

let networks = 0;

describe('disputes that wait for an administrator', { timeout: 60_000 }, () => {
  const server = useAuthApp({ adminEmails: [DISPUTE_ADMIN], settings: { trustProxy: 1 } });
  let administrator: Visitor | undefined;
  beforeEach(async () => {
    await server.pool.query('TRUNCATE dispute CASCADE');
  });

  const someone = () => {
    networks += 1;
    return server.client(fromNetwork(networks));
  };
  async function fileOf(service: string, who: Visitor = someone(), email = `guest${networks}@junk.example`) {
    const answer = await who.post('/api/disputes/services', serviceDisputeOf({ service, email }));
    expect(answer.status, answer.text).toBe(200);
    return Number(answer.data['id']);
  }
  async function filesOf(service: string, count: number) {
    const ids: number[] = [];
    for (let filed = 0; filed < count; filed += 1) ids.push(await fileOf(service));
    return ids;
  }
  async function waiting(query = '') {
    administrator ??= await server.signedIn(DISPUTE_ADMIN);
    return AdminDisputesData.parse((await administrator.get(`/api/disputes/admin${query}`)).data);
  }
  const idsOf = ({ disputes }: AdminDisputesData) => disputes.map(({ id }) => id);

  it('are as many of one row as people file: those of strangers take no room from others', async () => {
    const junk = await filesOf('bybit', 12);
    const own = await fileOf('bybit', someone(), 'office@bybit.example');
    const { meta } = await waiting();
    expect(meta.total).toBe(13);
    expect(own).toBeGreaterThan(Number(junk.at(-1)));
  });

  it('are read on the first page where one row has a flood of them', async () => {
    const flood = await filesOf('bybit', 21);
    const other = await fileOf('deribit');
    const member = await fileOf('bybit', await server.signedIn(`member${networks}@firm.example`));
    expect(idsOf(await waiting())).toEqual([member, flood[0], other, ...flood.slice(1, 18)]);
    expect(idsOf(await waiting('?page=2'))).toEqual(flood.slice(18));
  });

  it('come after those of others where the same mailbox filed before', async () => {
    const first = await fileOf('bybit', someone(), 'loud@junk.example');
    const again = await fileOf('bybit', someone(), 'Loud@junk.example');
    const other = await fileOf('bybit', someone(), 'quiet@firm.example');
    expect(idsOf(await waiting())).toEqual([first, other, again]);
  });

  it('say how many are about the same, and are listed with them alone', async () => {
    const [first, second] = await filesOf('bybit', 2);
    const other = await fileOf('deribit');
    expect((await waiting()).disputes.map(({ id, alike }) => [id, alike])).toEqual([
      [first, 2],
      [other, 1],
      [second, 2],
    ]);
    const alike = await waiting(`?alike=${second}`);
    expect([idsOf(alike), alike.meta.total]).toEqual([[first, second], 2]);
    expect(idsOf(await waiting('?alike=2147483647'))).toEqual([]);
  });

  it('of an address whose signatures nobody verifies have room too', async () => {
    await storeLabels(server.pool);
    const address = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';
    await server.pool.query("UPDATE label SET address = $1, network = 'XRP'", [address]);
    for (let filed = 0; filed < 4; filed += 1) {
      const answer = await someone().post('/api/disputes', disputeOf({ network: 'XRP', address }));
      expect(answer.status, answer.text).toBe(200);
    }
    const { disputes } = await waiting();
    expect(disputes.map(({ alike, proofBy }) => [alike, proofBy])).toEqual(Array(4).fill([4, null]));
  });
});
