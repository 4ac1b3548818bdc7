import { describe, expect, it } from 'vitest';
import { mixtureOfPlanned } from '../../../test/rating-3/planned-mixture.ts';
import { history, mixture, row, wallet } from '../../../test/rating-3/sketches.ts';
import { findSetAside, setAsideRows } from './history/set-aside.ts';
import { type PaymentInput, ratePayment } from './rate-payment.ts';
import { rateWallet } from './rate-wallet.ts';
import { type Rating, reasonOf, riskScoreOf } from './rating.ts';
import { verdictOf } from './verdict.ts';

const brief = (rating: Rating) => (rating.kind === 'stars' ? [rating.stars, rating.confidence] : rating.finding);
const exchange = (share: number, owners: 1 | 2 | 3 = 1) => row('exchange_licensed', share, { owners });

describe('a wallet', () => {
  it('with 75% near explained has five stars, with 74% four, with less a finding', () => {
    const rate = (share: number) => brief(rateWallet(wallet({ ever: mixture([exchange(share)]) })));
    expect(rate(0.75)).toEqual([5, 'high']);
    expect(rate(0.74)).toEqual([4, 'medium']);
    expect(rate(0.3)).toBe('none_found');
  });

  it('has no now below $10 of it, and none without stars where less than $10 is left', () => {
    const now = (balance: bigint, balanceAtCutOff: bigint) =>
      brief(
        rateWallet(wallet({ ever: mixture([exchange(1)]), now: { mixture: mixture([]), balance, balanceAtCutOff } })),
      );
    expect(now(9n, 9n)).toEqual([5, 'high']);
    expect(now(10n, 10n)).toBe('none_found');
    expect(now(10n, 9n)).toEqual([5, 'high']);
  });

  it('is warned of by what it holds, however much clean money passed through', () => {
    const now = { mixture: mixture([row('stolen_coins', 1)]), balance: 9900n, balanceAtCutOff: 9900n };
    const ever = mixture([row('stolen_coins', 0.000_99), exchange(0.999_01)]);
    const rating = rateWallet(wallet({ history: history([{ at: 1, amount: 10_000_000n }]), ever, now }));
    expect(brief(rating)).toEqual([1, 'high']);
    expect(rating).toMatchObject({ cause: { reason: 'warning', mixture: 'now' } });
  });

  it('keeps five stars where a little of tier S lies untouched, and says so', () => {
    const own = history([
      { at: 1, amount: 5000n, payer: 2 },
      { at: 2, amount: 100n, bad: 1, part: { isStraightSevere: true } },
    ]);
    const ever = mixture([row('sanctions', 100 / 5100), exchange(5000 / 5100)]);
    const setAside = findSetAside(own, () => 1);
    const rating = rateWallet(
      wallet({
        history: own,
        ever,
        now: { mixture: ever, balance: 5100n, balanceAtCutOff: 5100n },
        setAside,
        setAsideRows: setAsideRows(own, setAside, () => [row('sanctions', 100 / 5100)]),
      }),
    );
    expect(brief(rating)).toEqual([5, 'high']);
    expect(rating.setAside).toEqual(['untouched']);
    expect(verdictOf(rating)).toEqual({ headline: { code: 'low_risk' }, severeSetAside: ['untouched'] });
    const share = 100 / 5100;
    expect(rating.contact).toEqual({ where: 'ever', category: 'sanctions', owners: 1, share, shareInAll: share });
  });

  it('of a sample has two stars where a tenth of a stated total is straight from tier S and A', () => {
    const rate = (total: bigint, isTotalStated = true) =>
      brief(
        rateWallet(
          wallet({
            history: history([{ at: 1, amount: 10_000n }], [], { base: total }),
            kind: 'sample',
            isTotalStated,
            ever: mixture([row('stolen_coins', 1200 / Number(total))], 1 - 10_000 / Number(total)),
          }),
        ),
      );
    expect(rate(10_000n, false)).toEqual([3, 'low']);
    expect(rate(11_000n)).toEqual([2, 'low']);
    expect(rate(20_000n)).toEqual([3, 'low']);
  });

  it('without net inflows has no records, unless it paid something bad', () => {
    const nothing = { ever: null, history: history([]) };
    expect(brief(rateWallet(wallet(nothing)))).toBe('no_records');
    const paid = history([], [{ at: 1, amount: 100n, category: 'scam' }]);
    expect(brief(rateWallet(wallet({ ...nothing, history: paid })))).toEqual([3, 'high']);
    const little = history([], [{ at: 1, amount: 9n, category: 'scam' }]);
    expect(brief(rateWallet(wallet({ ...nothing, history: little })))).toBe('contact');
    expect(reasonOf(rateWallet(wallet(nothing)))).toBeNull();
    expect(riskScoreOf(rateWallet(wallet(nothing)))).toBe(0);
  });

  it('finds nothing only where it was read, whole, and worth a dollar', () => {
    const find = (sketch: Parameters<typeof wallet>[0]) => brief(rateWallet(wallet(sketch)));
    expect(find({})).toBe('none_found');
    expect(find({ ever: mixture([], 0.1) })).toBe('none_found');
    expect(find({ ever: mixture([], 0.11) })).toBe('too_little');
    expect(find({ kind: 'incomplete' })).toBe('too_little');
    expect(find({ usdAt: () => 0.000_09 })).toBe('too_little');
    expect(find({ usdAt: () => null })).toBe('none_found');
    expect(find({ ever: mixture([row('gambling', 0.01)]) })).toBe('contact');
  });

  it('says how much was exchanged and not followed, to four decimals', () => {
    const ever = mixture([
      row('liquidity_pools', 0.1, { owners: 3 }),
      row('bridge', 0.012_35),
      row('issuer', 0.2),
      row('payment_processor', 0.3),
    ]);
    expect(rateWallet(wallet({ ever })).exchangedNotFollowed).toBe(0.3124);
  });
});

describe('a payment', () => {
  const payment = (sketch: Partial<PaymentInput>): PaymentInput => ({
    mixture: mixture([]),
    usd: 1000,
    kind: 'whole',
    hasRecords: true,
    ...sketch,
  });
  const tainted = mixture([row('sanctions', 100 / 5100), exchange(5000 / 5100)]);

  it('knows few and some, and nothing else of section 8', () => {
    expect(brief(ratePayment(payment({ mixture: tainted, usd: 1000 })))).toEqual([5, 'high']);
    expect(brief(ratePayment(payment({ mixture: tainted, usd: 5100 })))).toEqual([3, 'high']);
    expect(ratePayment(payment({ mixture: tainted, usd: 5100 })).setAside).toEqual(['some']);
    expect(brief(ratePayment(payment({ mixture: tainted, usd: 100_000 })))).toEqual([1, 'high']);
  });

  it('has a finding without stars', () => {
    expect(brief(ratePayment(payment({ hasRecords: false })))).toBe('no_records');
    expect(brief(ratePayment(payment({ usd: 0.5 })))).toBe('too_little');
    expect(brief(ratePayment(payment({})))).toBe('none_found');
    expect(brief(ratePayment(payment({ mixture: mixture([row('scam', 0.01)]) })))).toBe('contact');
  });

  it('has three stars at least in a sample', () => {
    expect(brief(ratePayment(payment({ mixture: mixture([row('scam', 1)]), kind: 'sample' })))).toEqual([3, 'low']);
  });

  it('that is planned lacks what the balance does not cover', () => {
    const sender = { mixture: mixture([exchange(0.5)], 0.1), balance: 50n, isSample: false };
    const planned = mixtureOfPlanned(sender, 100n);
    expect(planned.rows).toEqual([exchange(0.25)]);
    expect(planned.unknownOrigin).toBeCloseTo(0.7, 12);
    expect(planned.notFollowed).toBeCloseTo(0.05, 12);
    const ofSample = mixtureOfPlanned({ ...sender, isSample: true }, 100n);
    expect(ofSample.notFollowed).toBeCloseTo(0.55, 12);
    expect(mixtureOfPlanned({ ...sender, balance: 0n }, 100n)).toEqual({ rows: [], unknownOrigin: 1, notFollowed: 0 });
  });
});
