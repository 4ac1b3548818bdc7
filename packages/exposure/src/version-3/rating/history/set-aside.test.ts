import { describe, expect, it } from 'vitest';
import { DAY, history, row, START } from '../../../../test/rating-3/sketches.ts';
import type { CoinHistory } from './own-history.ts';
import { returnedParts } from './returned.ts';
import { findSetAside, hasReturnedSevere, setAsideRows } from './set-aside.ts';

const dollar = () => 1;

describe('returned money', () => {
  const tainted = { at: 1, amount: 1000n, bad: 0.1 };
  const amounts = (own: Parameters<typeof history>) =>
    returnedParts(history(...own)).map(({ inflow, payment, amount }) => [inflow, payment, Number(amount)]);

  it('is a payment to an account without a label that paid a tainted inflow, up to what it paid', () => {
    expect(amounts([[tainted], [{ at: 2, amount: 400n }]])).toEqual([[0, 0, 400]]);
    expect(
      amounts([
        [tainted],
        [
          { at: 2, amount: 400n },
          { at: 3, amount: 900n },
        ],
      ]),
    ).toEqual([
      [0, 0, 400],
      [0, 1, 600],
    ]);
    expect(amounts([[tainted], [{ at: 2, amount: 400n, payee: 2 }]])).toEqual([]);
  });

  it('needs a tenth of the inflow to be bad', () => {
    expect(amounts([[{ ...tainted, bad: 0.099 }], [{ at: 2, amount: 400n }]])).toEqual([]);
    expect(amounts([[{ ...tainted, bad: 0 }], [{ at: 2, amount: 400n }]])).toEqual([]);
  });

  it('is sent within 30 days, and not before', () => {
    expect(amounts([[tainted], [{ at: 2, day: 31, amount: 400n }]])).toHaveLength(1);
    expect(amounts([[tainted], [{ at: 2, day: 31.1, amount: 400n }]])).toEqual([]);
    expect(amounts([[tainted], [{ at: 0, amount: 400n }]])).toEqual([]);
  });

  it('goes to accounts without a label, of stolen coins, scam, ransom or malware, and to no other', () => {
    for (const category of ['stolen_coins', 'scam', 'ransom', 'malware'] as const) {
      expect(amounts([[tainted], [{ at: 2, amount: 400n, category }]])).toHaveLength(1);
    }
    for (const category of ['sanctions', 'mixer', 'exchange_licensed', 'other_entities'] as const) {
      expect(amounts([[tainted], [{ at: 2, amount: 400n, category }]])).toEqual([]);
    }
  });

  it('is of several inflows the oldest first', () => {
    const inflows = [tainted, { ...tainted, at: 2 }];
    expect(amounts([inflows, [{ at: 3, amount: 1500n }]])).toEqual([
      [0, 0, 1000],
      [1, 0, 500],
    ]);
  });

  it('is of what is still held: what was spent is not sent back with other money', () => {
    const spent = { at: 2, amount: 700n, payee: 2 };
    expect(amounts([[tainted], [spent, { at: 3, amount: 300n }]])).toEqual([[0, 1, 300]]);
    const other = { at: 3, amount: 5000n };
    expect(
      amounts([
        [tainted, other],
        [spent, { at: 4, amount: 1000n }],
      ]),
    ).toEqual([[0, 1, 300]]);
    expect(
      amounts([
        [tainted, { ...other, at: 2 }],
        [
          { ...spent, at: 3 },
          { at: 4, amount: 1000n },
        ],
      ]),
    ).toEqual([[0, 1, 1000]]);
  });

  it('loses of several inflows the oldest first what was spent', () => {
    const inflows = [tainted, { ...tainted, at: 2, payer: 3 }];
    const spent = { at: 3, amount: 1200n, payee: 2 };
    const back = [
      { at: 4, amount: 400n, payee: 1 },
      { at: 5, amount: 400n, payee: 3 },
    ];
    expect(amounts([inflows, [spent, ...back]])).toEqual([[1, 2, 400]]);
  });

  it('is none of several payments of one transaction that ask for more than is held', () => {
    const own = history(
      [tainted, { at: 3, amount: 5000n, payer: 3 }],
      [
        { at: 2, amount: 400n, payee: 2 },
        { at: 4, amount: 400n, payee: 1 },
        { at: 4, amount: 400n, payee: 4 },
      ],
    );
    const parts = (first: bigint) => [
      { payer: 1, amount: first, isStraightSevere: false },
      { payer: 4, amount: 1000n - first, isStraightSevere: false },
    ];
    const returned = (first: bigint) =>
      returnedParts({
        ...own,
        inflows: own.inflows.map((inflow, index) => (index === 0 ? { ...inflow, parts: parts(first) } : inflow)),
      }).map(({ payment, part, amount }) => [payment, part, Number(amount)]);
    expect(returned(500n)).toEqual([]);
    expect(returned(200n)).toEqual([
      [1, 0, 200],
      [2, 1, 400],
    ]);
  });

  it('takes no row off that came straight from tier S: it counts as received, not as sent back', () => {
    const straight = history([{ ...tainted, part: { isStraightSevere: true } }], [{ at: 2, amount: 1000n }]);
    const rows = setAsideRows(straight, findSetAside(straight, dollar), () => [row('sanctions', 1)]);
    expect(rows.returned).toEqual([]);
    expect(hasReturnedSevere(rows)).toBe(false);
  });

  it('says that something of tier S was sent back, where the payer had passed it on', () => {
    const own = history([tainted], [{ at: 2, amount: 1000n }]);
    const carried = [row('sanctions', 0.4, { owners: 2 }), row('scam', 0.2)];
    const rows = setAsideRows(own, findSetAside(own, dollar), () => carried);
    expect(rows).toEqual({ returned: carried, untouched: [] });
    expect(hasReturnedSevere(rows)).toBe(true);
  });

  it('takes a proportional part of each bad row, and nothing of others', () => {
    const own = history([{ ...tainted, bad: 1 }], [{ at: 2, amount: 250n }]);
    const rows = setAsideRows(own, findSetAside(own, dollar), (parts) => {
      expect(parts).toEqual([{ inflow: 0, payer: 1, part: 0.25 }]);
      return [row('scam', 0.2), row('bridge', 0.05)];
    });
    expect(rows).toEqual({ returned: [row('scam', 0.2)], untouched: [] });
  });
});

describe('untouched money', () => {
  const clean = { at: 1, amount: 5000n, payer: 2 };
  const tainted = { at: 2, amount: 100n, bad: 1 };
  const untouched = (own: Parameters<typeof history>, usdAt: (time: number) => number | null = dollar) =>
    findSetAside(history(...own), usdAt).untouched.map(({ inflow, amount }) => [inflow, Number(amount)]);

  it('is what lies below $1,000 and below a tenth of all that came in', () => {
    expect(untouched([[clean, tainted]])).toEqual([[1, 100]]);
    expect(untouched([[clean, { ...tainted, amount: 600n }]])).toEqual([]);
    expect(
      untouched([
        [
          { ...clean, amount: 50_000n },
          { ...tainted, amount: 999n },
        ],
      ]),
    ).toEqual([[1, 999]]);
    expect(
      untouched([
        [
          { ...clean, amount: 50_000n },
          { ...tainted, amount: 1000n },
        ],
      ]),
    ).toEqual([]);
  });

  it('is all of the tainted inflows or none', () => {
    const second = { ...tainted, at: 3 };
    expect(untouched([[clean, tainted, second]])).toEqual([
      [1, 100],
      [2, 100],
    ]);
    expect(untouched([[clean, tainted, { ...second, amount: 950n }]])).toEqual([]);
  });

  it('was never spent: no balance was below what was left of it then', () => {
    expect(untouched([[clean, tainted], [{ at: 3, payee: 3, amount: 5000n }]])).toEqual([[1, 100]]);
    expect(untouched([[clean, tainted], [{ at: 3, payee: 3, amount: 5001n }]])).toEqual([]);
    const back = { at: 4, amount: 60n };
    expect(
      untouched([
        [clean, tainted],
        [back, { at: 5, payee: 3, amount: 5000n }],
      ]),
    ).toEqual([[1, 40]]);
    expect(
      untouched([
        [clean, tainted],
        [{ at: 3, payee: 3, amount: 5001n }, back],
      ]),
    ).toEqual([]);
  });

  it('is none without the price of a day of it', () => {
    expect(untouched([[clean, tainted]], (time) => (time < START + 1.5 * DAY ? 1 : null))).toEqual([]);
    expect(untouched([[clean, tainted]], (time) => (time < START + 1.5 * DAY ? null : 1))).toEqual([[1, 100]]);
  });

  it('is on coin networks what was never spent of the outputs of tainted inflows', () => {
    const { inflows } = history([clean, tainted, { ...tainted, at: 3 }]);
    const own: CoinHistory = {
      network: 'coin',
      inflows: inflows.map((inflow, index) => ({ ...inflow, unspent: [0n, 40n, 0n][index] ?? 0n })),
      payments: history([], [{ at: 4, amount: 160n }]).payments,
      base: 5200n,
    };
    const setAside = findSetAside(own, dollar);
    expect(setAside).toMatchObject({ returned: [], untouched: [{ inflow: 1, amount: 40n, fraction: 0.4 }] });
    const rows = setAsideRows(own, setAside, (parts) => {
      expect(parts).toEqual([{ inflow: 1, payer: null, part: 0.4 }]);
      return [row('scam', 0.004)];
    });
    expect(rows.untouched).toEqual([row('scam', 0.004)]);
  });
});
