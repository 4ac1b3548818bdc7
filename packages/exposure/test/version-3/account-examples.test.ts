import { describe, expect, it } from 'vitest';
import { walkPayment, walkPlannedPayment } from '../../src/version-3/walk/payment-walk.ts';
import { isListed, sketch, walkOf, written } from './account-sketch.ts';

const ever = async (transactions: readonly string[], address: string, asset = 'USDT') =>
  written((await walkOf(sketch(asset, transactions), address)).ever);

const now = async (transactions: readonly string[], address: string) =>
  written((await walkOf(sketch('USDT', transactions), address)).now);

describe('worked examples of the page on account networks', () => {
  it('1: what was minted and burned in one transaction washes nothing', async () => {
    const transactions = [
      'USDT thief 100000 mule',
      'USDT issuer 4000000 mule, USDT mule 100000 s, USDT mule 4000000 issuer',
    ];
    expect(await ever(transactions, 's')).toEqual({ 'thief 2': 1 });
  });

  it('2: two who pay a router pay whom it pays, in proportion', async () => {
    const transactions = [
      'USDT thief 300000 a',
      'USDT ex 100000 b',
      'USDT a 300000 router, USDT b 100000 router, USDT router 200000 s, USDT router 200000 q',
    ];
    const expected = { 'thief 2': 0.75, 'ex 2, explained': 0.25 };
    expect(await ever(transactions, 's')).toEqual(expected);
    expect(await ever(transactions, 'q')).toEqual(expected);
  });

  it('3: in a bundle, what one pays another straight is his', async () => {
    const transactions = [
      'USDT ex 1501 A',
      'USDT thief 99001 mule',
      'USDT A 1500 B, USDT mule 99000 second, USDT A 1 paymaster, USDT mule 1 paymaster',
    ];
    expect(await ever(transactions, 'B')).toEqual({ 'ex 2, explained': 1 });
    expect(await ever(transactions, 'second')).toEqual({ 'thief 2': 1 });
  });

  it('5: what came by a swap is exchanged, and what was given stays what it was', async () => {
    const transactions = ['USDT ex 6000 s', 'USDT thief 4000 s', 'ETH ex 9 pool', 'USDT s 5000 pool, ETH pool 2 s'];
    expect(await ever(transactions, 's', 'ETH')).toEqual({ 'exchanged 1': 1 });
    expect(await ever(transactions, 's')).toEqual({ 'ex 1, explained': 0.6, 'thief 1': 0.4 });
  });

  it('6: bridges and mints have names that explain nothing', async () => {
    expect(await ever(['USDT bridge 5 s'], 's')).toEqual({ 'bridge 1': 1 });
    expect(await ever(['USDT issuer 5 s'], 's')).toEqual({ 'Issuer 1': 1 });
  });

  it('7: what an account had before its records is unknown', async () => {
    expect(await ever(['USDT ex 75 s', 'USDT nobody 25 s'], 's')).toEqual({ 'ex 1, explained': 0.75, unknown: 0.25 });
  });

  it('8: every friend on the way is an owner more', async () => {
    expect(await ever(['USDT ex 5 f', 'USDT f 5 s'], 's')).toEqual({ 'ex 2, explained': 1 });
    expect(await ever(['USDT ex 5 f', 'USDT f 5 g', 'USDT g 5 s'], 's')).toEqual({ 'ex 3, explained': 1 });
  });

  it('9: paying an exchange explains nothing', async () => {
    expect(await ever(['USDT nobody 5 s', 'USDT s 5 ex'], 's')).toEqual({ unknown: 1 });
  });

  it('10 and 11: now is what was held after the last net inflow, wherever it went since', async () => {
    const passed = ['USDT ex 10000000 s', 'USDT s 10000000 p', 'USDT thief 9900 s'];
    const everOfPassed = await ever(passed, 's');
    expect(everOfPassed['thief 1']).toBeCloseTo(9900 / 10_009_900, 9);
    expect(await now(passed, 's')).toEqual({ 'thief 1': 1 });
    const more = [...passed, 'USDT ex 90000 s'];
    expect((await now(more, 's'))['thief 1']).toBeCloseTo(9900 / 99_900, 9);
    expect(await now([...more, 'USDT s 90000 elsewhere'], 's')).toEqual(await now(more, 's'));
  });

  it('12: a payment made and the same one planned have the mixture of the sender, seen from the sender', async () => {
    const before = ['USDT ex 5000 s', 'USDT listed 100 s'];
    const expected = { 'listed 1': 0.019607843, 'ex 1, explained': 0.980392157 };
    const planned = sketch('USDT', before);
    const sender = await planned.subject('s');
    const made = sketch('USDT', [...before, 'USDT s 1000 r']);
    const receiver = await made.subject('r');
    if (sender === null || receiver === null) throw new Error('no records');
    const asked = { amount: 1000n, balance: 5100n, time: 1_800_000_000 };
    expect(written(await walkPlannedPayment(planned, sender, asked, isListed))).toEqual(expected);
    const flows = made.flows.filter(({ to }) => to === receiver.node);
    const payment = await walkPayment(made, receiver, flows, isListed);
    expect(written(payment)).toEqual(expected);
    expect(payment.senders).toEqual([{ node: made.nodeOf('s'), share: 1, label: null }]);
    expect(written((await walkOf(made, 'r')).ever)).toEqual({
      'listed 2': 0.019607843,
      'ex 2, explained': 0.980392157,
    });
  });

  it('12: of a planned payment beyond the balance, the rest is unknown, and R in a sample', async () => {
    for (const [samples, rest] of [
      [new Set<string>(), 'unknown'],
      [new Set(['s']), 'R'],
    ] as const) {
      const store = sketch('USDT', ['USDT ex 100 s'], { samples });
      const sender = await store.subject('s');
      if (sender === null) throw new Error('no records');
      const asked = { amount: 400n, balance: 100n, time: 1_800_000_000 };
      const found = await walkPlannedPayment(store, sender, asked, isListed);
      expect(written(found)).toEqual({ 'ex 1, explained': 0.25, [rest]: 0.75 });
    }
  });

  it('12: of a planned payment by who has a label, that label is all that counts', async () => {
    const store = sketch('USDT', ['USDT thief 100 ex']);
    const sender = await store.subject('ex');
    if (sender === null) throw new Error('no records');
    const found = await walkPlannedPayment(store, sender, { amount: 9n, balance: 0n, time: 1_800_000_000 }, isListed);
    expect(written(found)).toEqual({ 'ex 1, explained': 1 });
  });

  it('15: of each inflow it says how much is bad, and of a part what it carried', async () => {
    const { ever: walked } = await walkOf(sketch('USDT', ['USDT ex 100 s', 'USDT thief 80 m', 'USDT m 100 s']), 's');
    expect(walked?.inflows.map(({ amount, bad }) => ({ amount, bad }))).toEqual([
      { amount: 100n, bad: 0 },
      { amount: 100n, bad: 0.8 },
    ]);
    const transaction = walked?.inflows[1]?.transaction ?? -1;
    expect(walked?.carriedBy([{ transaction, part: 0.5, payer: null }])).toMatchObject([
      { entity: 'thief', owners: 2, share: 0.2 },
    ]);
    expect(() => walked?.carriedBy([{ transaction: -1, part: 1, payer: null }])).toThrow(RangeError);
  });

  it('20: in a sample the shortfall is R, and so is what a source states beyond the records', async () => {
    const transactions = ['USDT thief 1200 s', 'USDT nobody 8800 s'];
    const sample = sketch('USDT', transactions, { samples: new Set(['nobody']) });
    expect(written((await walkOf(sample, 's')).ever)).toEqual({ 'thief 1': 0.12, R: 0.88 });
    const stated = await walkOf(sketch('USDT', transactions), 's', { statedTotal: 12_000n });
    expect(written(stated.ever)).toEqual({ 'thief 1': 0.1, unknown: 0.733333333, R: 0.166666667 });
    expect(stated.ever?.amount).toBe(12_000n);
    const less = await walkOf(sketch('USDT', transactions), 's', { statedTotal: 5n });
    expect(less.ever?.amount).toBe(10_000n);
  });

  it('24: at a pool without a label, the receiver of a swap and who is paid by the pool have exchanged money', async () => {
    const filled = ['USDT ex 500 lp', 'USDT lp 500 unnamed'];
    const swapped = [...filled, 'ETH s 1 unnamed, USDT unnamed 100 s'];
    expect(await ever(swapped, 's')).toEqual({ 'exchanged 1': 1 });
    const paid = [...filled, 'ETH a 1 unnamed, USDT unnamed 100 third'];
    expect(await ever(paid, 'third')).toEqual({ 'exchanged 1': 1 });
    expect(await ever([...paid, 'USDT third 100 s'], 's')).toEqual({ 'exchanged 2': 1 });
  });

  it('24: an exchange with a label counts by it, though it takes in another asset', async () => {
    expect(await ever(['ETH a 1 ex, USDT ex 100 s'], 's')).toEqual({ 'ex 1, explained': 1 });
    expect(await ever(['ETH s 1 ex, USDT ex 100 s'], 's')).toEqual({ 'exchanged 1': 1 });
    expect(await ever(['ETH s 1 thief, USDT thief 100 s'], 's')).toEqual({ 'thief 1': 1 });
  });

  it('25: of a transaction that was not read whole only what is bad counts, and straight S and A where others are in it', async () => {
    const read = async (transaction: string) => {
      const store = sketch('USDT', ['USDT ex 50 b', transaction], { notReadWhole: new Set(['t2']) });
      return written((await walkOf(store, 's')).ever);
    };
    expect(await read('USDT ex 100 s')).toEqual({ R: 1 });
    expect(await read('USDT thief 100 s')).toEqual({ 'thief 1': 1 });
    expect(await read('USDT b 100 s')).toEqual({ R: 1 });
    expect(await read('USDT thief 100 s, ETH thief 1 q')).toEqual({ 'thief 1': 1 });
    expect(await read('USDT casino 100 s, ETH casino 1 q')).toEqual({ R: 1 });
    expect(await read('USDT thief 100 m, USDT b 100 m, USDT m 100 s, USDT m 100 q')).toEqual({
      'thief 1': 0.5,
      R: 0.5,
    });
    expect(await read('USDT b 100 thief, USDT thief 100 s')).toEqual({ 'thief 1': 1 });
  });

  it('lets nobody of tier S or A vanish by passing money on in the transaction (section 4, step 3)', async () => {
    const transactions = ['USDT ex 100 a', 'USDT a 100 thief, USDT thief 100 s'];
    expect(await ever(transactions, 's')).toEqual({ 'thief 1': 1 });
    expect(await ever(['USDT ex 100 a', 'USDT a 100 casino, USDT casino 100 s'], 's')).toEqual({
      'ex 2, explained': 1,
    });
    // The account that is asked about counts as unlabelled, so the thief's own money passed through nobody.
    expect(await ever([...transactions, 'USDT s 100 thief'], 'thief')).toEqual({ 'ex 3, explained': 1 });
  });
});
