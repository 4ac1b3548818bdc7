import { describe, expect, it } from 'vitest';
import { walkCoinPayment, walkPlannedCoins } from '../../src/version-3/coins/coin-payment.ts';
import { asked, everyday, made, paid, START, shortOf } from './coin-sketches.ts';

describe('payments of coins', () => {
  const way = [
    paid('a', 'thief', 'm'),
    made(
      'b',
      [
        ['a', 0, 'm', 100],
        ['p', 0, 'ex', 100],
      ],
      [
        ['s', 150],
        ['m', 50],
      ],
    ),
  ];

  it('are seen from their senders: their label, else what their coins came from', async () => {
    const { store, subject, history, ever: received } = await asked('s', way, false);
    const [inflow] = history.inflows;
    if (inflow === undefined) throw new Error('nothing came in');
    const payment = await walkCoinPayment(store, subject, inflow.transaction, everyday);
    expect(shortOf(payment)).toEqual(['exchange_licensed (explained) at 1: 0.5', 'stolen_coins at 1: 0.5']);
    expect(payment.senders.map(({ share, label }) => [share, label?.label.entity])).toEqual([
      [0.5, undefined],
      [0.5, 'ex'],
    ]);
    expect(shortOf(received)).toEqual(['exchange_licensed (explained) at 1: 0.5', 'stolen_coins at 2: 0.5']);
    const unpaid = { ...inflow.transaction, outputs: [] };
    await expect(walkCoinPayment(store, subject, unpaid, everyday)).rejects.toThrow('pays s nothing');
  });

  const plan = { amount: 100n, time: START + 9000, isSample: false };

  it('spend, when planned, all unspent outputs, and unknown origin beyond them', async () => {
    const { store, subject, history } = await asked('m', way, false);
    const planned = (change: Partial<typeof plan>) =>
      walkPlannedCoins(store, subject, { ...plan, held: history.heldNow, ...change }, everyday);
    expect(shortOf(await planned({ amount: 50n }))).toEqual([
      'exchange_licensed (explained) at 1: 0.5',
      'stolen_coins at 1: 0.5',
    ]);
    expect((await planned({})).unknownOrigin).toBe(0.5);
    expect((await planned({ isSample: true })).notFollowed).toBe(0.5);
  });

  it('are of the label of a sender that has one', async () => {
    const { store, subject, history } = await asked('thief', [paid('a', 'ex', 'thief')]);
    const planned = await walkPlannedCoins(store, subject, { ...plan, held: history.heldNow }, everyday);
    expect(shortOf(planned)).toEqual(['stolen_coins at 1: 1']);
  });
});

describe('evidence of coins', () => {
  it('names labels, times and the transactions of a path, up to what a coinjoin mixed', async () => {
    const way = [
      ...['a', 'b', 'c'].map((id, index) => paid(id, index === 0 ? 'thief' : 'ex', `p${index}`)),
      made(
        'cj',
        [
          ['a', 0, 'p0', 100],
          ['b', 0, 'p1', 100],
          ['c', 0, 'p2', 100],
        ],
        [
          ['o0', 100],
          ['o1', 100],
          ['o2', 100],
        ],
      ),
      made('d', [['cj', 0, 'o0', 100]], [['s', 100]]),
    ];
    const { ever } = await asked('s', way);
    const last = { from: 'o0', to: 's', transactionId: 'd', amount: 100n, time: START + 4000 };
    const mixed = { from: '', to: 'o0', transactionId: 'cj', amount: 100n, time: START + 3000 };
    expect(ever?.rows).toMatchObject([
      {
        category: 'coinjoin',
        owners: 2,
        labels: [],
        firstTime: START + 3000,
        paths: [{ steps: [mixed, last], hops: 2 }],
      },
      {
        category: 'stolen_coins',
        owners: 3,
        labels: [{ entity: 'thief' }],
        lastTime: START,
        paths: [{ steps: [{ from: 'thief', transactionId: 'a' }, { from: 'p0', to: 'o0' }, last], hops: 3 }],
      },
    ]);
    expect(ever?.rows.map(({ share, paths }) => Math.abs(share - (paths[0]?.share ?? 0)) < 1e-12)).toEqual([
      true,
      true,
    ]);
  });
});
