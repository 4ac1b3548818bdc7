import { starsOfTotal } from '@assay/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countOf,
  countStars,
  drawStars,
  formatAmount,
  formatBound,
  formatCents,
  formatCoins,
  formatCount,
  formatDay,
  formatMills,
  formatPoints,
  formatShare,
  formatTime,
  formatUsd,
  formatUsdInSentence,
  isoDayOf,
  isoMinuteOf,
  joinWords,
  MONTHS,
  nameStars,
  sentencesOf,
  shortenAddress,
} from './index.ts';

const aShare = fc.double({ min: 0, max: 1, noNaN: true });
const aTime = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

describe('shares', () => {
  it('have one decimal, and say when they are closer to nothing or all than that', () => {
    expect([0, 0.0001, 0.0005, 0.0249, 0.9999, 1].map((share) => formatShare(share))).toEqual([
      '0.0%',
      'under 0.1%',
      '0.1%',
      '2.5%',
      'over 99.9%',
      '100.0%',
    ]);
    expect([0.00001, 0.1234, 0.99999].map((share) => formatShare(share, 2))).toEqual([
      'under 0.01%',
      '12.34%',
      'over 99.99%',
    ]);
  });

  it('print as nothing or all only what is nothing or all', () => {
    fc.assert(
      fc.property(aShare, fc.integer({ min: 0, max: 4 }), (share, decimals) => {
        const text = formatShare(share, decimals);
        if (share > 0) expect(Number.parseFloat(text)).not.toBe(0);
        if (share < 1 - 1e-9) expect(text).not.toBe(`${(100).toFixed(decimals)}%`);
      }),
      {
        examples: [
          [Number.MIN_VALUE, 1],
          [0.000499999, 1],
          [0.9995, 1],
          [1 - 1e-8, 1],
        ],
      },
    );
  });

  it('take what a sum misses by rounding for all of it', () => {
    const sum = Array.from({ length: 10 }, () => 0.1).reduce((total, share) => total + share, 0);
    expect(sum).toBeLessThan(1);
    expect(formatShare(sum)).toBe('100.0%');
    expect(formatShare(1.000001)).toBe('100.0%');
  });

  it('are at most half a decimal away from what they print', () => {
    fc.assert(
      fc.property(aShare, (share) => {
        const shown = /^[\d.]+(?=%$)/.exec(formatShare(share));
        if (shown !== null) expect(Math.abs(Number(shown[0]) - share * 100)).toBeLessThanOrEqual(0.05 + 1e-9);
      }),
    );
  });

  it('of one direction never sum to more than 100% and half a decimal for each', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 }),
        (parts) => {
          const whole = parts.reduce((sum, part) => sum + part, 0);
          const shown = parts.map((part) => Number.parseFloat(formatShare(part / whole).replace(/^(under|over) /, '')));
          const sum = shown.reduce((total, share) => total + share, 0);
          expect(Math.abs(sum - 100)).toBeLessThanOrEqual(0.1 * parts.length + 1e-6);
        },
      ),
    );
  });

  it('of the rules have the decimals they have in the method', () => {
    expect([0.03, 0.005, 0.001, 0.25].map(formatBound)).toEqual(['3%', '0.5%', '0.1%', '25%']);
  });
});

describe('points', () => {
  it('have at most one decimal, and are never a bound that was not reached', () => {
    expect([19.96, 20, 20.04, 39.999, 0, 100, 65.04].map(formatPoints)).toEqual([
      '19.9',
      '20',
      '20',
      '39.9',
      '0',
      '100',
      '65',
    ]);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (points) => {
        expect(starsOfTotal(Number(formatPoints(points)))).toBe(starsOfTotal(points));
      }),
    );
  });
});

describe('dollars', () => {
  it('have cents in tables', () => {
    expect([1658.88, 0, 0.004, 0.01, 1_234_567, -2].map(formatUsd)).toEqual([
      '$1,658.88',
      '$0.00',
      'under $0.01',
      '$0.01',
      '$1,234,567.00',
      '-$2.00',
    ]);
  });

  it('have cents in sentences only under a thousand', () => {
    expect([0.001, 0.5, 40, 999.99, 1000, 1_234_567.8].map(formatUsdInSentence)).toEqual([
      'under $0.01',
      '$0.50',
      '$40',
      '$999.99',
      '$1,000',
      '$1,234,568',
    ]);
  });

  it('never print as nothing what is more than nothing, and print as `Intl` does from a cent on', () => {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
    fc.assert(
      fc.property(fc.double({ min: Number.MIN_VALUE, max: 1e9, noNaN: true }), (usd) => {
        expect(formatUsd(usd)).not.toBe('$0.00');
        expect(formatUsdInSentence(usd)).not.toMatch(/^\$0(\.00)?$/);
        const cents = Math.round(usd * 100) / 100;
        if (cents >= 0.01) expect(formatUsd(cents)).toBe(format.format(cents));
      }),
    );
  });
});

describe('prices', () => {
  it.each([
    [0, '$0'],
    [5, '$0.05'],
    [99, '$0.99'],
    [2400, '$24'],
    [7_920_000, '$79,200'],
    [123_456_789, '$1,234,567.89'],
  ])('of %d cents are %s', (cents, text) => expect(formatCents(cents)).toBe(text));

  it('of a check have a third place only where they need it', () => {
    expect([800, 425, 1000].map(formatMills)).toEqual(['$0.80', '$0.425', '$1.00']);
  });
});

describe('amounts', () => {
  it('are exact', () => {
    expect(formatAmount('1500000', 6)).toBe('1.5');
    expect(formatAmount('123456789012345678', 8)).toBe('1,234,567,890.12345678');
    expect(formatAmount('1', 18)).toBe('0.000000000000000001');
    expect(formatAmount('-250', 2)).toBe('-2.5');
    expect(formatAmount('1000', 0)).toBe('1,000');
    expect(formatAmount('1.5', 2)).toBe('1.5');
    expect(formatCoins('1234567890', { decimals: 6, ticker: 'USDT' })).toBe('1,234.56789 USDT');
  });

  it('can be read back without a loss', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.integer({ min: 0, max: 24 }),
        (units, decimals) => {
          const text = formatAmount(units.toString(), decimals);
          const [whole = '', fraction = ''] = text.replaceAll(',', '').replace('-', '').split('.');
          const read = BigInt(whole + fraction.padEnd(decimals, '0'));
          expect(text.startsWith('-') ? -read : read).toBe(units);
        },
      ),
    );
  });
});

describe('counts', () => {
  it('mark thousands as `Intl` does', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (count) => {
        expect(formatCount(count)).toBe(count.toLocaleString('en-US').replace(/^-0$/, '0'));
      }),
    );
    expect(() => formatCount(1.5)).toThrow(RangeError);
  });

  it('are singular for one', () => {
    expect([countOf(0, 'hop'), countOf(1, 'hop'), countOf(1200, 'match', 'matches')]).toEqual([
      '0 hops',
      '1 hop',
      '1,200 matches',
    ]);
  });
});

describe('dates', () => {
  it('are in UTC, and leave alone what is no time', () => {
    expect(formatTime('2026-11-20T11:47:03.000Z')).toBe('20 Nov 2026, 11:47');
    expect(formatDay('2022-08-08T23:59:59Z')).toBe('08 Aug 2022');
    expect([formatDay('some day'), formatTime('some day')]).toEqual(['some day', 'some day']);
    const time = new Date('2026-04-03T09:05:59.999Z');
    expect([isoDayOf(time), isoMinuteOf(time)]).toEqual(['2026-04-03', '2026-04-03, 09:05 UTC']);
  });

  it('can be read back to the minute', () => {
    fc.assert(
      fc.property(aTime, (time) => {
        const minute = Math.floor(time.getTime() / 60_000) * 60_000;
        expect(Date.parse(`${formatTime(time.toISOString())} UTC`)).toBe(minute);
        expect(Date.parse(isoMinuteOf(time).replace(', ', 'T').replace(' UTC', 'Z'))).toBe(minute);
        expect(MONTHS).toContain(formatDay(time.toISOString()).slice(3, 6));
      }),
    );
  });
});

describe('words', () => {
  it('are listed as one says them', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(joinWords)).toEqual(['', 'a', 'a and b', 'a, b and c']);
  });

  it('of a headline are split into sentences', () => {
    expect(sentencesOf('Low risk. One star withheld.')).toEqual(['Low risk.', 'One star withheld.']);
    expect(sentencesOf('Stolen? Yes!')).toEqual(['Stolen?', 'Yes!']);
    expect(sentencesOf('No end')).toEqual(['No end']);
  });

  it('[HIST-04] of an address are shortened from fourteen characters on', () => {
    expect(shortenAddress('1234567890123')).toBe('1234567890123');
    expect(shortenAddress('12345678901234')).toBe('12345…01234');
  });

  it('name stars in words, in figures and in signs', () => {
    expect([nameStars(0), nameStars(4)]).toEqual(['No stars', 'Four stars']);
    expect([0, 2, 5].map(countStars)).toEqual(['N/A', '2 of 5 stars', '5 of 5 stars']);
    expect([0, 2, 5].map(drawStars)).toEqual(['☆☆☆☆☆', '★★☆☆☆', '★★★★★']);
  });
});
