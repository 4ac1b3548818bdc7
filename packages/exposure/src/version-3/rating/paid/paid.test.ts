import type { Category } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { history } from '../../../../test/rating-3/sketches.ts';
import { findSetAside, NOTHING_SET_ASIDE } from '../history/set-aside.ts';
import { kindOfPayee } from './acts.ts';
import { readPaid } from './paid.ts';

type Payments = Parameters<typeof history>[1];
const dollar = () => 1;

const paidOf = (payments: Payments, usdAt: () => number | null = dollar, inflows: Parameters<typeof history>[0] = []) =>
  readPaid(history(inflows, payments), NOTHING_SET_ASIDE, usdAt);
const floorOf = (...args: Parameters<typeof paidOf>) => paidOf(...args).floors.largest?.floor ?? 0;

const to = (category: Category | null, amount: bigint, at = 1) => ({ at, category, amount, payee: at });

describe('what was paid', () => {
  it('is an act or what victims do, by the category of the payee', () => {
    const acts = ['sanctions', 'mixer', 'dark_market', 'dark_service', 'illegal_service', 'gambling', 'atm'] as const;
    for (const category of acts) expect(kindOfPayee(category)).toBe('act');
    const asVictims = ['issuer_frozen', 'scam', 'ransom', 'stolen_coins', 'exchange_fraudulent', 'malware'] as const;
    for (const category of asVictims) expect(kindOfPayee(category)).toBe('as_victims');
    for (const category of ['seized_assets', 'enforcement_action'] as const) {
      expect(kindOfPayee(category)).toBe('as_victims');
    }
    for (const category of ['bridge', 'exchange_licensed'] as const) expect(kindOfPayee(category)).toBeNull();
  });

  it('holds a floor from $10 of acts in sum', () => {
    expect(floorOf([to('mixer', 9n), to(null, 1n, 2)])).toBe(0);
    expect(floorOf([to('mixer', 9n), to('gambling', 1n, 2)])).toBe(80);
    expect(floorOf([to('mixer', 900n), to(null, 8100n, 2)])).toBe(80);
    expect(floorOf([to('mixer', 900n), to(null, 99_000n, 2)])).toBe(45);
  });

  it('holds a floor of tier S from $10, of which no share is asked', () => {
    expect(floorOf([to('sanctions', 10n), to(null, 1_000_000n, 2)])).toBe(70);
    expect(floorOf([to('sanctions', 1000n), to(null, 10_000_000n, 2)])).toBe(90);
  });

  it('takes the $10 as met from 0.1% of all paid without a price', () => {
    const noPrice = () => null;
    expect(floorOf([to('sanctions', 1n), to(null, 999n, 2)], noPrice)).toBe(70);
    expect(floorOf([to('sanctions', 1n), to(null, 1000n, 2)], noPrice)).toBe(0);
  });

  it('exempts what is sent back to tier S within 30 days, which stays in all that was paid', () => {
    const inflow = { at: 0, payer: 1, amount: 1000n };
    const paid = paidOf([to('sanctions', 1000n), to('gambling', 500n, 2)], dollar, [inflow]);
    expect(paid.acts.map(({ category, share }) => [category, share])).toEqual([['gambling', 500 / 1500]]);
    expect(paid.contacts.map(({ category }) => category)).toEqual(['sanctions', 'gambling']);
    expect(paidOf([to('sanctions', 1500n)], dollar, [inflow]).acts.map(({ share }) => share)).toEqual([500 / 1500]);
    const late = { ...to('sanctions', 1000n), day: 31 };
    expect(paidOf([late], dollar, [inflow]).acts).toHaveLength(1);
    const twice = [to('sanctions', 1000n), { ...to('sanctions', 1000n, 2), payee: 1 }];
    expect(paidOf(twice, dollar, [inflow]).acts.map(({ payment }) => payment)).toEqual([1]);
  });

  it('looks like a victim from a tenth of all paid and $100', () => {
    const asVictims = (...args: Parameters<typeof paidOf>) => paidOf(...args).asVictims?.category ?? null;
    expect(asVictims([to('scam', 50_000n), to(null, 10_000n, 2)])).toBe('scam');
    expect(asVictims([to('scam', 100n), to(null, 900n, 2)])).toBe('scam');
    expect(asVictims([to('scam', 99n)])).toBeNull();
    expect(asVictims([to('scam', 5000n), to(null, 55_000n, 2)])).toBeNull();
    expect(asVictims([to('scam', 1n), to(null, 9n, 2)], () => null)).toBe('scam');
  });

  it('leaves out what was returned', () => {
    const own = history(
      [{ at: 1, amount: 1000n, bad: 1 }],
      [
        { at: 2, amount: 1000n, category: 'stolen_coins' },
        { at: 3, amount: 100n, payee: 2, category: 'gambling' },
      ],
    );
    const paid = readPaid(own, findSetAside(own, dollar), dollar);
    expect(paid.asVictims).toBeNull();
    expect(paid.acts).toMatchObject([{ category: 'gambling', share: 1 }]);
    expect(paid.contacts).toHaveLength(2);
  });
});
