import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAR, parsePrice, priceText, usdOfAmounts } from './usd.ts';

describe('prices', () => {
  it('reads decimal text exactly, in any common spelling', () => {
    expect(parsePrice('37410.5')).toBe(37_410_500_000_000_000_000_000n);
    expect(parsePrice(' 1 ')).toBe(PAR);
    expect(parsePrice('.5')).toBe(PAR / 2n);
    expect(parsePrice('1e-7')).toBe(100_000_000_000n);
    expect(parsePrice('2.5E3')).toBe(2500n * PAR);
  });

  it('rounds what is finer than 10^-18 dollars half up', () => {
    expect(parsePrice('0.0000000000000000015')).toBe(2n);
    expect(parsePrice('0.0000000000000000014')).toBe(1n);
  });

  it.each(['', '.', '0', '0.0', '-1', '1,5', '1.2.3', 'NaN', 'Infinity', '1e999', '1000000000000', '0x10', '1e-30'])(
    'refuses %j',
    (text) => {
      expect(parsePrice(text)).toBeNull();
    },
  );

  it('is written so that it is read back', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 30n - 1n), (price) => {
        expect(parsePrice(priceText(price))).toBe(price);
      }),
    );
    expect(priceText(PAR)).toBe('1');
    expect(priceText(1n)).toBe('0.000000000000000001');
  });
});

describe('dollars of amounts', () => {
  it('are rounded to cents half up, once, after everything was added', () => {
    const half = { amount: 5_000n, price: PAR };
    expect(usdOfAmounts([half], 6)).toBe(0.01);
    expect(usdOfAmounts([{ amount: 4_999n, price: PAR }], 6)).toBe(0);
    // Three times 0.4 cents: rounded one by one it would be nothing.
    expect(usdOfAmounts(Array(3).fill({ amount: 4_000n, price: PAR }), 6)).toBe(0.01);
  });

  it('take each amount at the price of its own day', () => {
    const amounts = [
      { amount: 100_000_000n, price: 20_000n * PAR },
      { amount: 50_000_000n, price: 60_000n * PAR },
    ];
    expect(usdOfAmounts(amounts, 8)).toBe(50_000);
  });

  it('are unknown as soon as one price is, and never zero for that', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, 10n ** 24n)), fc.nat(), (amounts, at) => {
        const priced = amounts.map((amount) => ({ amount, price: PAR }));
        const withGap = priced.toSpliced(at % (priced.length + 1), 0, { amount: 1n, price: null as never });
        expect(usdOfAmounts(withGap, 18)).toBeNull();
        expect(usdOfAmounts(priced, 18)).not.toBeNull();
      }),
    );
  });

  it('count what was not read at the average price of what was', () => {
    const read = [
      { amount: 1_000_000n, price: PAR },
      { amount: 1_000_000n, price: 3n * PAR },
    ];
    expect(usdOfAmounts(read, 6, 10_000_000n)).toBe(20);
    expect(usdOfAmounts(read, 6, 2_000_000n)).toBe(4);
    expect(usdOfAmounts([], 6, 10_000_000n)).toBeNull();
  });

  it('do not depend on the order of the amounts, nor on how one price’s amounts are split', () => {
    const priced = fc.record({ amount: fc.bigInt(0n, 10n ** 27n), price: fc.bigInt(1n, 10n ** 25n) });
    fc.assert(
      fc.property(fc.array(priced, { minLength: 1 }), fc.nat(), (amounts, seed) => {
        const whole = usdOfAmounts(amounts, 18);
        expect(usdOfAmounts(amounts.toReversed(), 18)).toBe(whole);
        const parts = amounts.flatMap(({ amount, price }) => {
          const part = amount / BigInt((seed % 7) + 2);
          return [
            { amount: part, price },
            { amount: amount - part, price },
          ];
        });
        expect(usdOfAmounts(parts, 18)).toBe(whole);
      }),
    );
  });
});
