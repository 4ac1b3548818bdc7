import { FAULTS, type Fault, type ReplayServer, startReplayServer } from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CoinSource, SourceError, type SourceFault } from '../../sources/sources.ports.ts';
import { blockbookSource } from '../chains/coins/blockbook-source.ts';
import { esploraSource } from '../chains/coins/esplora-source.ts';
import { trialCall, trialProvider } from './test/trial-provider.ts';

const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const ID = 'ab'.repeat(32);
const PARENT = 'cd'.repeat(32);
const CHILD = 'ef'.repeat(32);

const coin = { scriptpubkey_type: 'p2pkh', scriptpubkey_address: ADDRESS, value: 90 };
const esploraTransaction = {
  txid: ID,
  vin: [{ txid: PARENT, vout: 0, prevout: { ...coin, value: 100 }, is_coinbase: false }],
  vout: [coin],
  status: { confirmed: true, block_height: 5, block_time: 1_000 },
};
const blocks = Array.from({ length: 10 }, (_, index) => ({ height: 20 - index, timestamp: 5_000 - index }));
const blockbookCoin = { n: 0, addresses: [ADDRESS], isAddress: true };
const blockbookTransaction = {
  txid: ID,
  vin: [{ ...blockbookCoin, txid: PARENT, value: '100' }],
  vout: [{ ...blockbookCoin, value: '90', spent: true, spentTxId: CHILD, spentHeight: 6 }],
  blockHeight: 5,
  blockTime: 1_000,
};
const stats = { tx_count: 1, funded_txo_sum: 90, spent_txo_sum: 0 };
const page = { page: 1, totalPages: 1, itemsOnPage: 100, txs: 1, totalReceived: '90', totalSent: '0' };

const FORMATS = {
  Esplora: {
    sourceOf: esploraSource,
    recordings: [
      { request: '/blocks', answer: blocks },
      { request: `/address/${ADDRESS}`, answer: { chain_stats: stats } },
      { request: `/address/${ADDRESS}/txs/chain`, answer: [esploraTransaction] },
      { request: `/tx/${ID}`, answer: esploraTransaction },
      { request: `/tx/${ID}/outspends`, answer: [{ spent: true, txid: CHILD, status: { confirmed: true } }] },
    ],
  },
  Blockbook: {
    sourceOf: blockbookSource,
    recordings: [
      {
        request: '/api/v2',
        answer: { blockbook: { bestHeight: 20, lastBlockTime: '2026-01-01T00:00:00Z', inSync: true } },
      },
      { request: '/api/v2/block/14', answer: { height: 14, time: 4_994 } },
      { request: `/api/v2/address/${ADDRESS}`, answer: { ...page, transactions: [blockbookTransaction] } },
      { request: `/api/v2/tx/${ID}`, answer: blockbookTransaction },
    ],
  },
} as const;

const EXPECTED: Readonly<Record<Fault, SourceFault['kind'] | 'answer'>> = {
  'too-many': 'rate-limited',
  'too-many-retry-after': 'rate-limited',
  error: 'unavailable',
  truncated: 'malformed',
  'broken-off': 'unavailable',
  'wrong-types': 'malformed',
  'slow-body': 'unavailable',
  silent: 'unavailable',
  duplicates: 'answer',
  'out-of-order': 'answer',
  reset: 'unavailable',
  redirect: 'unavailable',
  huge: 'unavailable',
  html: 'malformed',
};

/** Only the limit of time ends these. */
const NEVER_ENDING: ReadonlySet<Fault> = new Set(['silent', 'slow-body']);

const CALLS: readonly (readonly [string, (source: CoinSource) => Promise<unknown>])[] = [
  ['tip', (source) => source.tip(trialCall())],
  [
    'transactionsOf',
    (source) => source.transactionsOf({ address: ADDRESS, since: null, until: null, cursor: null }, trialCall()),
  ],
  ['transactions', (source) => source.transactions([ID], trialCall())],
  ['spends', (source) => source.spends(ID, trialCall())],
  ['counters', (source) => source.counters(ADDRESS, trialCall())],
];

describe.each(Object.entries(FORMATS))('a provider of %s that fails', (_name, { sourceOf, recordings }) => {
  let server: ReplayServer;

  beforeAll(async () => {
    server = await startReplayServer(recordings);
  });
  afterAll(() => server.close());

  /** A provider of its own for every call, so that one call's failure is not the next one's. */
  async function ended(ask: (source: CoinSource) => Promise<unknown>, totalMs = 8_000): Promise<unknown> {
    const provider = trialProvider(server.url, { name: 'ill', exchange: { totalMs } });
    try {
      return await ask(sourceOf('BTC', provider));
    } catch (error) {
      return error;
    } finally {
      await provider.close();
    }
  }

  it.each(FAULTS)(
    '%s: every call ends in time, with an error of its kind that names the provider and nobody else',
    async (fault) => {
      server.failAlways(null);
      const good = await Promise.all(CALLS.map(([, ask]) => ended(ask)));
      expect(good.filter((answer) => answer instanceof Error)).toEqual([]);
      server.failAlways(fault);
      const startedMs = performance.now();
      const totalMs = NEVER_ENDING.has(fault) ? 300 : 8_000;
      const bad = await Promise.all(CALLS.map(([, ask]) => ended(ask, totalMs)));
      server.failAlways(null);

      expect(performance.now() - startedMs).toBeLessThan(60_000);
      for (const [index, end] of bad.entries()) {
        const what = `${fault} at ${CALLS[index]?.[0]}`;
        if (EXPECTED[fault] === 'answer') {
          expect(end, what).not.toBeInstanceOf(Error);
          continue;
        }
        expect(end, what).toBeInstanceOf(SourceError);
        if (!(end instanceof SourceError)) continue;
        expect(end.fault, what).toMatchObject({ kind: EXPECTED[fault], provider: 'ill' });
        expect(end.message, what).not.toMatch(/127\.0\.0\.1|1A1zP1|abab/);
      }
    },
  );

  it('is asked again when the wrong time is over, and answers as if nothing had been', async () => {
    const answers = async () => JSON.stringify(await Promise.all(CALLS.map(([, ask]) => ended(ask))), textOfBigint);
    const before = await answers();
    server.failNext('reset', CALLS.length);
    await answers();
    expect(await answers()).toBe(before);
  });
});

function textOfBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
