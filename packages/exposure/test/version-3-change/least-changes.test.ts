import { describe, expect, it } from 'vitest';
import type { AssessmentOf3 } from '../../src/version-3/assess/assessment-of-3.ts';
import { leastChanges } from '../../src/version-3/change/least-changes.ts';
import type { MixtureRow } from '../../src/version-3/mixture.ts';
import type { WalletInput } from '../../src/version-3/rating/rate-wallet.ts';
import type { LabelClaim } from '../../src/walk/store.ts';
import { history, mixture, row, wallet } from '../rating-3/sketches.ts';
import { foundMixture } from './evidence.ts';
import { ratedWallet } from './rated-inputs.ts';

const exchange = (share: number) => row('exchange_licensed', share);
const large = history([{ at: 1, amount: 100_000n }]);

/** Shares of the paths of a row, by its category. */
type Paths = Readonly<Partial<Record<MixtureRow['category'], Readonly<Record<string, number>>>>>;

/** An assessment as far as a search for changes reads it. */
function assessed(sketch: Partial<WalletInput>, paths: Paths = {}, states = 1): AssessmentOf3 {
  const input = wallet(sketch);
  const { assessed: rated, mixtures } = ratedWallet(input);
  return {
    ...rated,
    ...{ methodVersion: '3', of: 'wallet', network: 'ETH', address: 'asked', cutOff: input.cutOff, reviewedList: '1' },
    ...{ history: input.kind, ownLabel: null, labels: [], returned: [], untouched: [], badPayments: [], senders: [] },
    ...{ noneFound: null },
    mixtures: mixtures.map((one) => foundMixture(one.name, one.mixture, (of) => paths[of.category] ?? {}, states)),
  };
}

const thief = (share: number) => row('stolen_coins', share, { entity: 'A thief' });
const fortyTwo = { history: large, ever: mixture([thief(0.042), exchange(0.958)]) };

describe('the least path that is explained', () => {
  it('is the one that carries least of those that are enough', async () => {
    const paths = { stolen_coins: { small: 0.01, enough: 0.0125, more: 0.015 } };
    expect((await leastChanges(assessed(fortyTwo, paths), { decimals: 0 }))?.path).toEqual({
      mixture: 'ever',
      ...{ category: 'stolen_coins', entity: 'A thief', share: 0.0125, transactionId: 'enough', stars: 3 },
    });
  });

  it('is explained in both mixtures where both show it', async () => {
    const all = mixture([thief(0.042), exchange(0.958)]);
    const now = { mixture: all, balance: 100_000n, balanceAtCutOff: 100_000n };
    const paths = { stolen_coins: { whole: 0.042 } };
    expect((await leastChanges(assessed({ ...fortyTwo, now }, paths), { decimals: 0 }))?.path).toMatchObject({
      mixture: 'ever',
      stars: 5,
    });
  });

  it('is one of the 50 that carry most', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`long ${index}`, 0.002]));
    const ever = mixture([thief(0.12), row('bridge', 0.6), exchange(0.28)]);
    const paths = { bridge: many, stolen_coins: { enough: 0.0019 } };
    const { path } = (await leastChanges(assessed({ history: large, ever }, paths), { decimals: 0 })) ?? {};
    expect(path).toBeNull();
  });
});

describe('the least claim that is withdrawn', () => {
  const entities = ['a', 'b', 'c', 'd', 'e', 'f'];
  const ever = mixture([
    ...entities.map((entity, index) => row('scam', 0.02 + index / 100, { entity })),
    row('sanctions', 0.004, { entity: 'listed' }),
    exchange(0.6),
  ]);

  it('is the one that carries least of the five that weigh most, asked in this order', async () => {
    const asked: LabelClaim[] = [];
    const good = assessed({ ever: mixture([exchange(1)]) });
    const assessWithout = async (claim: LabelClaim): Promise<AssessmentOf3> => {
      asked.push(claim);
      return claim.entity === 'd' ? good : assessed({ history: large, ever });
    };
    const changes = await leastChanges(assessed({ history: large, ever }), { decimals: 0, assessWithout });
    expect(changes?.claim).toMatchObject({ category: 'scam', entity: 'd', stars: 5 });
    expect(changes?.claim?.share).toBeCloseTo(0.05, 12);
    expect(asked.map(({ entity }) => entity)).toEqual(['b', 'c', 'd']);
  });

  it('is none after a walk of more than 5,000 states, which is not made again', async () => {
    const assessWithout = (): Promise<AssessmentOf3> => Promise.reject(new Error('asked'));
    const long = assessed({ history: large, ever }, {}, 5001);
    const changes = await leastChanges(long, { decimals: 0, assessWithout });
    expect(changes).toMatchObject({ claim: null, areClaimsAsked: false });
  });

  it('of a finding gives four or five stars, and no warning', async () => {
    const finding = assessed({ history: large, ever: mixture([row('gambling', 0.1, { owners: 2 })]) });
    const withdrawn = (sketch: Partial<WalletInput>) =>
      leastChanges(finding, { decimals: 0, assessWithout: () => Promise.resolve(assessed(sketch)) });
    expect((await withdrawn({ ever: mixture([thief(1)]) }))?.claim).toBeNull();
    expect((await withdrawn({ ever: mixture([exchange(0.5)]) }))?.claim).toMatchObject({ stars: 4 });
  });

  it('can be what only a payee was labelled with', async () => {
    const payments = [{ at: 2, payee: 3, amount: 5000n, category: 'mixer' }] as const;
    const paid = { history: history([{ at: 1, amount: 10_000n }], payments), ever: mixture([exchange(1)]) };
    const good = assessed({ ever: mixture([exchange(1)]) });
    const changes = await leastChanges(assessed(paid), { decimals: 0, assessWithout: () => Promise.resolve(good) });
    expect(changes).toMatchObject({ share: null, path: null, claim: { category: 'mixer', share: 1, stars: 5 } });
  });
});

describe('what would change the stars', () => {
  it('is not asked where the own label decides, and where nothing came in', async () => {
    const ownLabel = { category: 'scam', confidence: 100 } as const;
    expect(await leastChanges(assessed({ ownLabel }), { decimals: 0 })).toBeNull();
    expect(await leastChanges(assessed({ ever: null, history: history([]) }), { decimals: 0 })).toBeNull();
  });

  it('is asked where a service received from sources of risk', async () => {
    const service = { category: 'exchange_licensed', confidence: 100 } as const;
    const ever = mixture([thief(0.3), exchange(0.7)]);
    const { share } =
      (await leastChanges(assessed({ history: large, ever, ownLabel: service }), { decimals: 0 })) ?? {};
    expect(share).toMatchObject({ to: 0.249_999, stars: 3 });
  });

  it('needs each price that its rating used', async () => {
    await expect(leastChanges({ ...assessed(fortyTwo), prices: [] }, { decimals: 0 })).rejects.toThrow(
      /without its price of/,
    );
  });
});
