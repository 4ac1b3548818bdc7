import { CHAIN_EXPANSIONS_PER_DAY, EXPANSIONS_PER_DAY, OwnExplorer } from '@assay/contracts';
import type { RawTransfer } from '@assay/exposure';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOnDemandSources, onDemandCaches } from '../../src/modules/chains/index.ts';
import type { SourceFault } from '../../src/modules/chains/sources/sources.ports.ts';
import { memoryAccountSource } from '../../src/modules/chains/sources/test/memory-source.ts';
import {
  LOOPBACK,
  signedIn,
  type TestApp,
  TRON_ADDRESS,
  testApp,
} from '../../src/modules/checks/checks/test/check-fixture.ts';
import { onDemandReader } from '../../src/modules/checks/index.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

const account = (at: number) => `0x${at.toString(16).padStart(40, '0')}`;
const HUB = account(5_000);
const START = 1_700_000_000;
/** More than one expansion reads: 8 requests of 50 records. */
const BUSY = account(6_000);

function move(at: number, from: string, to: string, amount: bigint): RawTransfer {
  const place = {
    block: at,
    time: START + at,
    transactionIndex: 0,
    transactionId: `0x${at.toString(16).padStart(64, '0')}`,
  };
  return { ...place, kind: 'native', index: 0, ordinal: 0, from, to, amount };
}

const TRANSFERS = [
  ...Array.from({ length: 15 }, (_, at) => move(at, account(at + 1), HUB, BigInt(at + 1))),
  move(20, account(1), HUB, 100n),
  move(21, HUB, account(900), 7n),
  ...Array.from({ length: 600 }, (_, at) => move(100 + at, account(at + 1), BUSY, 1n)),
];

let fault: SourceFault | null = null;
let database: TestDatabase;
let server: TestApp;
let asked: readonly unknown[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const source = memoryAccountSource('ETH', TRANSFERS, { faultAt: () => fault });
  asked = source.asked;
  const sources = buildOnDemandSources({
    ...onDemandCaches(database.pool),
    sources: { sourceOf: ({ network }) => (network === 'ETH' ? source : null) },
    clock: { now: () => new Date() },
    limits: { calls: 40, milliseconds: 20_000 },
    tipLastsMs: 0,
  });
  server = await testApp(database.pool, { live: onDemandReader(database.pool, sources) });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

describe('an expansion of an address that no record names', () => {
  let subId = '';
  beforeEach(async () => {
    await database.pool.query('TRUNCATE explorer_expansions, explorer_budgets');
    fault = null;
    const body = { address: TRON_ADDRESS, ticker: 'USDT', parent: 'TRX', subticker: null, name: 'Tether' };
    const answer = await call('POST', '/monitor/check', body);
    subId = answer.data.asset.sub_id;
  });

  async function call(method: 'GET' | 'POST', path: string, payload?: object, headers: object = signedIn(server.app)) {
    const sent = { method, url: `/api${path}`, headers: { ...LOOPBACK, ...headers } };
    const answer = await server.app.inject(payload === undefined ? sent : { ...sent, payload });
    return { status: answer.statusCode, ...answer.json() };
  }

  const expand = (address: string, headers?: object) =>
    call('POST', `/monitor/check/${subId}/explorer/expansions`, { address, ticker: 'ETH', parent: null }, headers);
  const left = async () => {
    const own = OwnExplorer.parse((await call('GET', `/monitor/check/${subId}/explorer`)).data);
    return [own.expansions_left, own.chain_expansions_left];
  };

  it('shows its largest counterparties by its chain, with their transactions, and says how they were read', async () => {
    const { data } = await expand(HUB);
    expect(data.status).toBe('done');
    const { nodes, edges, reading } = data.expansion;
    const into = edges.filter((edge: { to: string; basis: string }) => edge.to === HUB && edge.basis === 'read');
    expect(into).toHaveLength(12);
    expect(into[0]).toMatchObject({ from: account(1), amount: '101', transfers: 2 });
    expect(into[0].transactions.map(({ amount }: { amount: string }) => amount)).toEqual(['100', '1']);
    expect(edges).toContainEqual(expect.objectContaining({ from: HUB, to: account(900), amount: '7', basis: 'read' }));
    expect(nodes).toContainEqual(expect.objectContaining({ reason: 'not_shown', direction: 'incoming', others: 3 }));
    expect(reading).toMatchObject({ providers: ['memory'], since: null });
    expect(reading.calls).toBeLessThanOrEqual(8);
  });

  it('says what was not read of an address with more records than it may read', async () => {
    const { data } = await expand(BUSY);
    const { nodes, edges, reading } = data.expansion;
    expect(reading.calls).toBeLessThanOrEqual(8);
    expect(reading.since).not.toBeNull();
    const unread = nodes.find(({ id }: { id: string }) => id.startsWith('not_read:incoming'));
    expect(unread).toMatchObject({ kind: 'not_followed', reason: 'not_shown', others: null });
    expect(edges).toContainEqual(expect.objectContaining({ from: unread.id, to: BUSY, basis: 'share' }));
  });

  it('is counted once, as one of those that read a chain, and answered again without reading', async () => {
    expect(await left()).toEqual([EXPANSIONS_PER_DAY, CHAIN_EXPANSIONS_PER_DAY]);
    const [one, other] = await Promise.all([expand(HUB), expand(HUB)]);
    expect([one.data.status, other.data.status]).toEqual(['done', 'done']);
    const before = asked.length;
    expect((await expand(HUB)).data.expansion).toEqual(one.data.expansion);
    expect(asked).toHaveLength(before);
    expect(await left()).toEqual([EXPANSIONS_PER_DAY - 1, CHAIN_EXPANSIONS_PER_DAY - 1]);
  });

  it('costs nothing where no provider answers, also for requests at once, and says why', async () => {
    fault = { kind: 'unavailable', provider: 'memory', reason: 'no answer' };
    const unread = account(7_000);
    for (const answer of await Promise.all([expand(unread), expand(unread), expand(unread)])) {
      expect(answer.data).toMatchObject({ status: 'unanswered', problem: expect.stringContaining('no answer') });
    }
    expect(await left()).toEqual([EXPANSIONS_PER_DAY, CHAIN_EXPANSIONS_PER_DAY]);
    fault = null;
    expect((await expand(unread)).data).toMatchObject({ status: 'done', expansion: { edges: [] } });
    expect(await left()).toEqual([EXPANSIONS_PER_DAY - 1, CHAIN_EXPANSIONS_PER_DAY - 1]);
  });

  it('has a budget a check and day of its own, which requests at once cannot pass', async () => {
    const answers = await Promise.all(
      Array.from({ length: CHAIN_EXPANSIONS_PER_DAY + 3 }, (_, at) => expand(account(at + 1))),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect([answers.length - refused.length, refused.length]).toEqual([CHAIN_EXPANSIONS_PER_DAY, 3]);
    expect(refused[0]?.error.message).toContain('chains were read for this check 10 times today');
    expect(await left()).toEqual([EXPANSIONS_PER_DAY - CHAIN_EXPANSIONS_PER_DAY, 0]);
  });

  it('asks nobody for what is no address, nor for visitors', async () => {
    const before = asked.length;
    expect((await expand('nobody')).data).toEqual({ status: 'no_records' });
    expect((await expand(HUB, { authorization: '' })).status).toBe(401);
    expect(asked).toHaveLength(before);
    expect(await left()).toEqual([EXPANSIONS_PER_DAY, CHAIN_EXPANSIONS_PER_DAY]);
  });
});
