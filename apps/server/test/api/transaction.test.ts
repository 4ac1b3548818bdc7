import { TransactionData } from '@assay/contracts';
import type { NetworkId } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { describePrices } from '../../src/modules/chains/index.ts';
import { signedIn } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { PAID, paymentRules, paymentSnapshot, SIDE } from '../../src/modules/checks/checks/test/payment-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';
import type { KnownOnNetwork } from '../../src/modules/records/index.ts';

const UNKNOWN = 'e80ace5ab3d5084ebe66a9bddc40b8b2b11ca89eb2479b878fc91dfb3fb1ccd7';
const LOST = 'aa0ace5ab3d5084ebe66a9bddc40b8b2b11ca89eb2479b878fc91dfb3fb1ccd7';

describe('GET /monitor/transaction', () => {
  const server = useTestApp({
    payments: paymentRules({
      knownOn: async (networks, ids) =>
        new Map<NetworkId, KnownOnNetwork>([
          ...(ids.includes(PAID) && networks.includes('TRX')
            ? [['TRX', { tickers: ['USDT'], hasFailed: false }] as const]
            : []),
          ...(ids.includes(LOST) ? networks.map((one) => [one, { tickers: [], hasFailed: true }] as const) : []),
        ]),
    }),
  });

  async function get(query: Record<string, string>, headers: Record<string, string> = { host: 'localhost:3000' }) {
    const answer = await server.app.inject({
      url: `/api/monitor/transaction?${new URLSearchParams(query)}`,
      headers,
    });
    return { status: answer.statusCode, body: answer.json() };
  }

  it('answers what it moved, with amounts in dollars, and costs nothing', async () => {
    const { status, body } = await get({ transaction: PAID }, signedIn(server.app));
    expect(status).toBe(200);
    expect(TransactionData.parse(body.data)).toEqual(body.data);
    expect(body.data).toMatchObject({
      ...{ is: 'moved', transaction_id: PAID, network: 'TRX', has_labels: true, moves_in_all: 2, sides_in_all: 2 },
      asset: { ticker: 'USDT', parent: 'TRX' },
      moves: [
        { from: 'exchange', to: SIDE, amount: '1000000000', usd: 1000 },
        { from: SIDE, to: 'exchange' },
      ],
    });
    const me = await server.app.inject({ url: '/api/auth/me', headers: signedIn(server.app) });
    expect(me.json().data.checks).toBe(10);
  });

  it('shows visitors the same without labels', async () => {
    const { status, body } = await get({ transaction: `https://tronscan.org/#/transaction/${PAID}` });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ is: 'moved', has_labels: false });
    expect(JSON.stringify(body.data)).not.toContain('"entity"');
  });

  it('lists one address alone among the sides where it is named', async () => {
    const { body } = await get({ transaction: PAID, side: SIDE });
    expect(body.data).toMatchObject({ sides_in_all: 1, sides: [{ address: SIDE }], moves_in_all: 2 });
  });

  it.each([
    ['no record is of it', { transaction: UNKNOWN }, 'no record', /^No record of this transaction/],
    [
      'a link names the network, and no record is of it',
      { transaction: `https://tronscan.org/#/transaction/${UNKNOWN}` },
      'no record',
      /dropped or replaced/,
    ],
    ['it failed', { transaction: `https://etherscan.io/tx/0x${LOST}` }, 'failed', /moved nothing but its fee/],
    [
      'it is of a test network',
      { transaction: `https://sepolia.etherscan.io/tx/0x${PAID}` },
      'test network',
      /worth nothing/,
    ],
    ['its form is of another network', { transaction: `0x${PAID}`, network: 'BTC' }, 'not on this network', /Bitcoin/],
  ] as const)('says what is shown in place of it where %s', async (_what, query, reason, text) => {
    const { status, body } = await get(query);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ is: 'refused', reason, text: expect.stringMatching(text) });
  });

  it('names the networks where records of several have it, and guesses none', async () => {
    const { body } = await get({ transaction: `0x${LOST}` });
    expect(body.data).toEqual({
      is: 'several networks',
      networks: ['ETH', 'BSC', 'POLYGON', 'OP', 'ARB', 'AVAX', 'ETC'],
    });
  });

  it.each([
    [{ transaction: 'my payment' }, 422, 'TransactionNotRated'],
    [
      { transaction: 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about' },
      422,
      'SecretNotAddress',
    ],
    [{ transaction: PAID, ticker: 'NOPE' }, 422, 'UnknownAsset'],
    [{ transaction: PAID, side: 'T1' }, 422, 'InvalidAddress'],
    [{ transaction: PAID, network: 'MOON' }, 400, 'ValidationError'],
    [{ transaction: PAID, page: '0' }, 400, 'ValidationError'],
    [{}, 400, 'ValidationError'],
  ] as const)('refuses %j', async (query, status, error) => {
    const answer = await get(query as Record<string, string>);
    expect([answer.status, answer.body.error.errorName]).toEqual([status, error]);
  });
});

describe('the prices of what a transaction moved', () => {
  let open = 0;
  const seen: number[] = [];
  const server = useTestApp({
    payments: paymentRules({
      withSnapshot: async (_asset, work) => {
        open += 1;
        try {
          return await work(paymentSnapshot);
        } finally {
          open -= 1;
        }
      },
    }),
    prices: {
      modeOf: async () => {
        seen.push(open);
        return 'by_day';
      },
      pricesOf: async () => {
        seen.push(open);
        return { byDay: new Map(), facts: describePrices('USDT', [], new Map(), false) };
      },
    },
  });

  it('are asked for when no snapshot is open, so that a slow provider holds no connection', async () => {
    const url = `/api/monitor/transaction?transaction=${PAID}`;
    expect((await server.app.inject({ url, headers: { host: 'localhost:3000' } })).statusCode).toBe(200);
    expect(seen).toEqual([0, 0]);
  });
});

describe('a transaction with 10,000 movements', () => {
  const MANY = 10_000;
  const at = (index: number) => `T${String(index).padStart(5, '0')}`;
  const moves = Array.from({ length: MANY }, (_, index) => ({
    ...{ from: SIDE, to: at(index), amount: 1_000_000n, kind: 'token' as const },
  }));
  const parties = [
    { address: SIDE, role: 'account' as const, paid: 10_000_000_000n, received: 0n, paidIn: [1], receivedIn: [] },
    ...moves.map(({ to }) => ({
      ...{ address: to, role: 'account' as const, paid: 0n, received: 1_000_000n, paidIn: [], receivedIn: [2] },
    })),
  ];
  const stored = { id: PAID, time: 1_700_000_000, block: null, isCoinbase: false, isWhole: true, moves, parties };
  const { transactions } = paymentSnapshot;
  if (transactions === null) throw new Error('the fixture holds transactions');
  const snapshot = { ...paymentSnapshot, transactions: { ...transactions, find: async () => stored } };
  const server = useTestApp({ payments: paymentRules({ withSnapshot: (_asset, work) => work(snapshot) }) });

  async function get(query: string) {
    const url = `/api/monitor/transaction?transaction=${PAID}${query}`;
    return (await server.app.inject({ url, headers: { host: 'localhost:3000' } })).json().data;
  }

  it('is answered in pages of 50 movements and 50 sides', async () => {
    const first = await get('');
    expect([first.moves.length, first.moves_in_all, first.sides.length, first.sides_in_all]).toEqual([
      50,
      MANY,
      50,
      MANY + 1,
    ]);
    expect(first.sides[0]).toMatchObject({ address: SIDE, paid: '10000000000' });
    const last = await get('&page=200&side_page=201');
    expect([last.moves.length, last.moves[49].to, last.sides.length]).toEqual([50, at(9_999), 1]);
    expect((await get('&page=999999')).moves).toEqual([]);
  });
});
