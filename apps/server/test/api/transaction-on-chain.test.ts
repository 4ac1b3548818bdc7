import { MOVES_PAGE_SIZE, TransactionData } from '@assay/contracts';
import type { NetworkId } from '@assay/domain';
import { FEE_SINK, ISSUER, type RawTransfer } from '@assay/exposure';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../../src/modules/chains/index.ts';
import type { SeenTransaction } from '../../src/modules/chains/sources/seen-transaction.ts';
import { memoryAccountSource, memoryCoinSource } from '../../src/modules/chains/sources/test/memory-source.ts';
import { buildLookUps } from '../../src/modules/chains/sources/transactions/look-ups.ts';
import type { OnDemandReader } from '../../src/modules/checks/checks/compute/on-demand-reading.ts';
import { signedIn } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { paymentRules, paymentSnapshot } from '../../src/modules/checks/checks/test/payment-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

const id = (digit: string) => digit.repeat(64);
const hash = (digit: string) => `0x${id(digit)}`;
const account = (at: number) => `0x${at.toString(16).padStart(40, '0')}`;
const USDT = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const ROUTER = account(9_000);
const OWN = account(9_001);
const DEAD = '0x000000000000000000000000000000000000dead';

function transfers(
  digit: string,
  kind: RawTransfer['kind'],
  moves: readonly (readonly [from: string, to: string, amount: bigint])[],
): readonly RawTransfer[] {
  return moves.map(([from, to, amount], index) => ({
    ...{ block: 9, time: 1_700_000_000, transactionIndex: 0, transactionId: hash(digit), kind, index, ordinal: 0 },
    ...{ from, to, amount },
  }));
}

function confirmed(
  digit: string,
  assets: Extract<Extract<SeenTransaction, { is: 'confirmed' }>['content'], { ledger: 'account' }>['assets'],
  isWhole = true,
): SeenTransaction {
  const content = { ledger: 'account', assets, isWhole } as const;
  return { is: 'confirmed', id: hash(digit), block: 9, time: 1_700_000_000, content, provider: 'own explorer' };
}

const RECEIVERS = 130;
const provider = 'own explorer';
const fee = (digit: string) => transfers(digit, 'fee', [[OWN, FEE_SINK, 7n]]);
const inner = transfers(
  '2',
  'internal',
  Array.from({ length: RECEIVERS }, (_, at) => [ROUTER, account(at + 1), BigInt(at + 1)] as const),
);

/** What the provider of Ethereum says, by the digit that a transaction's id is made of. */
const ON_ETH: Readonly<Record<string, SeenTransaction>> = {
  1: confirmed('1', [{ contract: USDT, transfers: transfers('1', 'token', [[account(1), OWN, 20_000_000n]]) }]),
  2: confirmed('2', [{ contract: null, transfers: [...transfers('2', 'native', [[OWN, ROUTER, 9n]]), ...inner] }]),
  3: confirmed('3', [{ contract: null, transfers: fee('3') }]),
  4: { is: 'failed', id: hash('4'), block: 9, time: 1_700_000_000, provider },
  5: {
    ...{ is: 'pending', id: hash('5'), provider },
    moves: [{ contract: null, from: account(1), to: OWN, amount: 10n ** 18n }],
  },
  6: { is: 'replaced', id: hash('6'), by: hash('1'), provider },
  7: confirmed('7', [{ contract: null, transfers: transfers('7', 'native', [[OWN, ROUTER, 9n]]) }], false),
  8: confirmed('8', [{ contract: USDT, transfers: transfers('8', 'token', [[OWN, ISSUER, 5n]]) }]),
};

function onDemand(): OnDemandReader {
  const eth = {
    ...memoryAccountSource('ETH', []),
    lookUp: async (asked: string): Promise<SeenTransaction> => {
      if (asked === hash('0')) {
        throw new SourceError({ kind: 'unavailable', provider: 'own explorer', reason: 'no answer' });
      }
      return ON_ETH[asked.slice(2, 3)] ?? { is: 'unknown', id: asked, provider: 'own explorer' };
    },
  };
  const coinbase = {
    ...{ transactionId: id('b'), block: 9, time: 1_700_000_000, transactionIndex: 0, coinbase: true, inputs: [] },
    outputs: [{ index: 0, owner: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', amount: 625_000_000n }],
  };
  const btc = {
    ...memoryCoinSource('BTC', []),
    lookUp: async (): Promise<SeenTransaction> => ({
      ...{ is: 'confirmed', id: id('b'), block: 9, time: 1_700_000_000, provider },
      content: { ledger: 'utxo', transaction: coinbase },
    }),
  };
  const sources = new Map<NetworkId | null, typeof eth | typeof btc>([
    ['ETH', eth],
    ['BTC', btc],
  ]);
  const lookUps = buildLookUps((asset) => sources.get(asset.network) ?? null, { now: () => new Date() });
  const none = () => Promise.reject(new Error('nothing is gathered here'));
  return {
    ...lookUps,
    canAsk: ({ network }) => sources.has(network),
    gather: none,
    gatherOwn: none,
    gatherPayment: none,
  };
}

const nowhere = { ...paymentSnapshot, transactions: null };

describe('GET /monitor/transaction where no record is of it', () => {
  const server = useTestApp({
    live: onDemand(),
    payments: paymentRules({ knownOn: async () => new Map(), withSnapshot: (_asset, work) => work(nowhere) }),
  });

  /** Each test asks from a network of its own, so that limits of one do not end another. */
  const from = (remoteAddress: string) => async (query: Record<string, string>, headers: object) => {
    const url = `/api/monitor/transaction?${new URLSearchParams(query)}`;
    const answer = await server.app.inject({ url, remoteAddress, headers: { host: 'localhost:3000', ...headers } });
    return { status: answer.statusCode, body: answer.json() };
  };
  const signed = (query: Record<string, string>) => from('203.0.113.1')(query, signedIn(server.app));

  it('is what a provider says of it, and who that is, also for visitors, without labels', async () => {
    const mine = await signed({ transaction: hash('1') });
    expect(TransactionData.parse(mine.body.data)).toEqual(mine.body.data);
    expect(mine.body.data).toMatchObject({
      ...{ is: 'moved', network: 'ETH', provider: 'own explorer', has_labels: true, is_coinbase: false },
      ...{ asset: { ticker: 'USDT' }, moves: [{ to: OWN, amount: '20000000' }], sides_in_all: 2, side_refused: null },
    });
    const visitor = await from('203.0.113.2')({ transaction: hash('1') }, {});
    expect(visitor.body.data).toMatchObject({ is: 'moved', provider: 'own explorer', has_labels: false });
  });

  it('has every inner transfer of a contract call, in pages, its receivers as sides', async () => {
    const { body } = await signed({ transaction: hash('2') });
    expect(body.data).toMatchObject({ moves_in_all: RECEIVERS + 1, sides_in_all: RECEIVERS + 2, is_whole: true });
    expect(body.data.moves).toHaveLength(MOVES_PAGE_SIZE);
    const last = await signed({ transaction: hash('2'), page: '3', side: account(RECEIVERS) });
    expect(last.body.data.moves).toHaveLength(RECEIVERS + 1 - 2 * MOVES_PAGE_SIZE);
    expect(last.body.data.sides).toMatchObject([{ address: account(RECEIVERS), received: String(RECEIVERS) }]);
  });

  it('says where a provider does not give what contracts moved', async () => {
    expect((await signed({ transaction: hash('7') })).body.data).toMatchObject({ is: 'moved', is_whole: false });
  });

  it('is new coins where it creates them', async () => {
    const { body } = await signed({ transaction: id('b'), network: 'BTC' });
    expect(body.data).toMatchObject({ is: 'moved', is_coinbase: true, sides: [{ received: '625000000', paid: '0' }] });
  });

  it('is a fee alone, which its payer can check as a withdrawal', async () => {
    const { body } = await signed({ transaction: hash('3') });
    expect(body.data).toMatchObject({
      ...{ is: 'moved', moves: [{ kind: 'fee', amount: '7' }], sides: [{ address: OWN, paid: '7', received: '0' }] },
    });
  });

  it('says why an address is none of its sides: it took no part, or nobody holds its key', async () => {
    const looked = async (side: string) => (await signed({ transaction: hash('8'), side })).body.data;
    expect(await looked(account(77))).toMatchObject({ sides_in_all: 0, side_refused: 'not a party' });
    expect(await looked(DEAD)).toMatchObject({ sides_in_all: 0, side_refused: 'mint or burn' });
    expect(await looked(OWN)).toMatchObject({ sides_in_all: 1, side_refused: null });
  });

  it.each([
    ['failed', '4', 'failed', /moved nothing but its fee/],
    ['was replaced', '6', 'replaced', /check it instead/],
    ['is known to nobody', '9', 'unknown', /no provider of Ethereum knows it: it was dropped, or never was/],
    ['is asked for in vain', '0', 'unanswered', /no provider of Ethereum gave an answer that can be used/],
  ])('is refused with the reason where it %s', async (_what, digit, reason, text) => {
    const { status, body } = await signed({ transaction: hash(digit), network: 'ETH' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ is: 'refused', reason, text: expect.stringMatching(text) });
  });

  it('is shown as one that waits for a block, whose deposit can be checked', async () => {
    const { body } = await signed({ transaction: hash('5'), network: 'ETH' });
    expect(body.data).toMatchObject({ is: 'moved', is_pending: true, provider: 'own explorer' });
    expect(body.data.moves).toMatchObject([{ from: account(1), amount: '1000000000000000000', kind: 'native' }]);
  });

  it('names what it moved instead of the asset that was asked for', async () => {
    const { body } = await signed({ transaction: hash('1'), ticker: 'USDC' });
    expect(body.data).toMatchObject({ is: 'refused', reason: 'other assets', other_assets: [{ ticker: 'USDT' }] });
  });

  it('asks providers a number of times a minute for one network of visitors, whatever ids it sends', async () => {
    const visit = from('203.0.113.9');
    const statuses: number[] = [];
    for (let at = 0; at < 14; at += 1) {
      const transaction = `0x${at.toString(16).padStart(64, '9')}`;
      statuses.push((await visit({ transaction, network: 'ETH' }, {})).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429, 429]);
    const { body } = await visit({ transaction: hash('9'), network: 'ETH' }, {});
    expect(body.error).toMatchObject({ errorName: 'TooManyRequests' });
    expect((await from('203.0.113.10')({ transaction: hash('1') }, {})).status).toBe(200);
    expect((await visit({ transaction: hash('1') }, signedIn(server.app))).status).toBe(200);
    expect((await visit({ transaction: `https://sepolia.etherscan.io/tx/${hash('1')}` }, {})).status).toBe(200);
  });
});

describe('GET /monitor/transaction where records have another asset of it', () => {
  const known = new Map([['ETH' as const, { tickers: ['USDC'], hasFailed: false }]]);
  const server = useTestApp({
    live: onDemand(),
    payments: paymentRules({ knownOn: async () => known, withSnapshot: (_asset, work) => work(nowhere) }),
  });
  const get = async (query: Record<string, string>) => {
    const url = `/api/monitor/transaction?${new URLSearchParams(query)}`;
    return (await server.app.inject({ url, headers: signedIn(server.app) })).json().data;
  };

  it('asks the chain for the asset that is named, and keeps to the records where it has none of it', async () => {
    const found = await get({ transaction: hash('1'), ticker: 'USDT' });
    expect(found).toMatchObject({ is: 'moved', asset: { ticker: 'USDT' }, provider: 'own explorer' });
    for (const digit of ['9', '0', '5']) {
      const kept = await get({ transaction: hash(digit), ticker: 'USDT' });
      expect(kept).toMatchObject({ is: 'refused', reason: 'other assets', other_assets: [{ ticker: 'USDC' }] });
    }
  });
});
