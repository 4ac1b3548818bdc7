import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leastFall, leastRise } from '../../src/version-3/change/least-share.ts';
import type { WalletInput } from '../../src/version-3/rating/rate-wallet.ts';
import { riskScoreOf } from '../../src/version-3/rating/rating.ts';
import { factsOfWallet } from '../../src/version-3/text/facts.cases.ts';
import { writeTexts8 } from '../../src/version-3/text/write-texts.ts';
import { history, mixture, row, wallet } from '../rating-3/sketches.ts';
import { changeable, ratedPayment, ratedWallet } from './rated-inputs.ts';

const exchange = (share: number, owners: 1 | 2 | 3 = 1) => row('exchange_licensed', share, { owners });
const received = (amount: bigint) => history([{ at: 1, amount }]);

/** The stars of a wallet, and the least change of a share for others. */
function changeOf(sketch: Partial<WalletInput>) {
  const rated = ratedWallet(wallet(sketch));
  const stars = riskScoreOf(rated.rating);
  const least = stars === 5 ? leastRise(changeable(rated), rated.rating) : leastFall(changeable(rated), rated.rating);
  return least === null ? { stars } : { stars, of: least.mixture, ...least.of, to: least.to, gives: least.stars };
}

describe('the least change of a share in examples that can be computed by hand', () => {
  it('is the next floor below: 4.2% stolen, straight, of $100,000', () => {
    const ever = mixture([row('stolen_coins', 0.042), exchange(0.958)]);
    expect(changeOf({ history: received(100_000n), ever })).toEqual({
      stars: 2,
      ...{ of: 'ever', category: 'stolen_coins', layer: 'direct', to: 0.029_999, gives: 3 },
    });
  });

  it('is what is explained from 75% on: example 7, 74% from an exchange', () => {
    expect(changeOf({ ever: mixture([exchange(0.74)]) })).toEqual({
      stars: 4,
      ...{ of: 'ever', category: 'unknown_origin', layer: null, to: 0.25, gives: 5 },
    });
  });

  it('is of the source at a distance: example 8, through two friends', () => {
    expect(changeOf({ ever: mixture([exchange(1, 3)]) })).toEqual({
      stars: 4,
      ...{ of: 'ever', category: 'exchange_licensed', layer: 'indirect', to: 0.25, gives: 5 },
    });
  });

  it('is where a finding gets four stars: 30% from an exchange', () => {
    expect(changeOf({ ever: mixture([exchange(0.3)]) })).toEqual({
      stars: 0,
      ...{ of: 'ever', category: 'unknown_origin', layer: null, to: 0.6, gives: 4 },
    });
  });

  it('is of R where that is at most 10%', () => {
    expect(changeOf({ ever: mixture([exchange(0.85)], 0.12) })).toEqual({
      stars: 0,
      ...{ of: 'ever', category: 'not_followed', layer: null, to: 0.1, gives: 5 },
    });
  });

  it('is of both mixtures where both have it: example 1, all from a mule of a thief', () => {
    const all = mixture([row('stolen_coins', 1, { owners: 2 })]);
    const held = { mixture: all, balance: 100_000n, balanceAtCutOff: 100_000n };
    const rated = ratedWallet(wallet({ history: received(100_000n), ever: all, now: held }));
    expect(rated.rating).toMatchObject({ stars: 2 });
    expect(leastFall(changeable(rated), rated.rating)).toEqual({
      mixture: 'ever',
      isOfBoth: true,
      of: { category: 'stolen_coins', layer: 'indirect' },
      ...{ share: 1, to: 0.249_999, stars: 3 },
    });
  });

  it('is of what is held where that decides: example 10, $9,900 stolen after $10 million', () => {
    const part = 9900 / 10_009_900;
    const now = { mixture: mixture([row('stolen_coins', 1)]), balance: 9900n, balanceAtCutOff: 9900n };
    const ever = mixture([row('stolen_coins', part), exchange(1 - part)]);
    // Below $1,000 and 25% it is *some*: three stars.
    expect(changeOf({ history: received(10_009_900n), ever, now })).toEqual({
      stars: 1,
      ...{ of: 'now', category: 'stolen_coins', layer: 'direct', to: 0.101_01, gives: 3 },
    });
  });

  it('is less than a trace: example 18, 0.45% stolen, straight, of $2.2 million', () => {
    const part = 9900 / 2_209_900;
    const ever = mixture([row('stolen_coins', part), exchange(1 - part)]);
    expect(changeOf({ history: received(2_209_900n), ever })).toEqual({
      stars: 4,
      ...{ of: 'ever', category: 'stolen_coins', layer: 'direct', to: 0.000_999, gives: 5 },
    });
  });

  it('is a rise from five stars: $20 stolen of $10,000 are few, $100 are some', () => {
    const ever = mixture([row('stolen_coins', 0.002), exchange(0.998)]);
    expect(changeOf({ ever })).toEqual({
      stars: 5,
      ...{ of: 'ever', category: 'stolen_coins', layer: 'direct', to: 0.01, gives: 3 },
    });
  });

  it('is none where nothing bad is there that could rise, and where what was paid decides', () => {
    expect(changeOf({ ever: mixture([exchange(0.9)]) })).toEqual({ stars: 5 });
    const paid = history([{ at: 1, amount: 10_000n }], [{ at: 2, payee: 3, amount: 5000n, category: 'mixer' }]);
    expect(changeOf({ history: paid, ever: mixture([exchange(0.5)]) })).toEqual({ stars: 1 });
  });

  it('of a payment is of its one mixture', () => {
    const rated = ratedPayment({
      mixture: mixture([row('scam', 0.3), exchange(0.7)]),
      ...{ usd: 50_000, kind: 'whole', hasRecords: true },
    });
    expect(leastFall(changeable(rated), rated.rating)).toEqual({
      mixture: 'payment',
      isOfBoth: false,
      of: { category: 'scam', layer: 'direct' },
      ...{ share: 0.3, to: 0.099_999, stars: 2 },
    });
  });
});

describe('the sentences of the page on what would change the stars', () => {
  const page = readFileSync(new URL('../../../../docs/method/3/README.md', import.meta.url), 'utf8');

  const EXAMPLES: Readonly<Record<string, Partial<WalletInput>>> = {
    '$100,000, 4.2% stolen, straight, the rest from an exchange': {
      history: received(100_000n),
      ever: mixture([row('stolen_coins', 0.042), exchange(0.958)]),
    },
    '74% from an exchange, the rest unknown': { ever: mixture([exchange(0.74)]) },
    '$10,000, 0.2% stolen, straight, the rest from an exchange': {
      ever: mixture([row('stolen_coins', 0.002), exchange(0.998)]),
    },
  };

  for (const [name, sketch] of Object.entries(EXAMPLES)) {
    it(`are those of ${name}`, () => {
      const input = wallet(sketch);
      const rated = ratedWallet(input);
      const isFive = riskScoreOf(rated.rating) === 5;
      const share = isFive ? leastRise(changeable(rated), rated.rating) : leastFall(changeable(rated), rated.rating);
      const leastChanges = { share, path: null, claim: null, areClaimsAsked: false };
      const [sentence] = writeTexts8(rated.rating, factsOfWallet(input, { leastChanges })).wouldChange;
      expect(page).toContain(`| ${name} | ${sentence?.text} |`);
    });
  }
});
