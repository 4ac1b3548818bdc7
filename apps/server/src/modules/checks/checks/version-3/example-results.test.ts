import { ResultOf3 } from '@assay/contracts';
import type { AssessmentOf3 } from '@assay/exposure/version-3';
import { type ExampleOf3, RESULTS_OF_3, resultOf3 } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { presentResult } from './present-result.ts';
import { type Moved, paymentTo, plannedBy, walletOf } from './test/example-history.ts';
import { ANSWER, factsOf } from './test/result-facts.ts';

/** Bought at an exchange, and paid on to friends. */
const EXPLAINED: readonly Moved[] = [
  ['bank', 'kraken', 5_000_000, 400],
  ['kraken', 's', 6_000, 300],
  ['kraken', 's', 4_000, 200],
  ['bitstamp', 's', 2_000, 90],
  ['s', 'friend', 3_000, 30],
];
const LOOT: readonly Moved[] = [
  ['thief', 'mule', 100_000, 120],
  ['mule', 's', 100_000, 119],
];

/** What each example is, and the stars that it has. */
const EXAMPLES: Readonly<Record<ExampleOf3, readonly [stars: number, found: () => Promise<AssessmentOf3>]>> = {
  'five-stars': [5, () => walletOf('s', EXPLAINED)],
  'four-stars-trace': [
    4,
    () =>
      walletOf('s', [
        ['kraken', 's', 2_200_000, 300],
        ['thief', 's', 9_900, 100],
        ['s', 'friend', 500_000, 10],
      ]),
  ],
  'four-stars-part': [
    4,
    () =>
      walletOf('s', [
        ['kraken', 's', 6_000, 300],
        ['colleague', 's', 4_000, 200],
      ]),
  ],
  'four-stars-far': [
    4,
    () =>
      walletOf('s', [
        ['kraken', 'a', 9_000, 300],
        ['a', 'b', 9_000, 290],
        ['b', 's', 9_000, 280],
      ]),
  ],
  'three-stars-some': [
    3,
    () =>
      walletOf('s', [
        ['kraken', 's', 5_000, 300],
        ['listed', 's', 100, 200],
        ['s', 'friend', 5_100, 100],
      ]),
  ],
  'three-stars-paid': [
    3,
    () =>
      walletOf('s', [
        ['kraken', 's', 60_000, 300],
        ['s', 'scam', 50_000, 200],
        ['s', 'friend', 10_000, 100],
      ]),
  ],
  'three-stars-sample': [
    3,
    () =>
      walletOf(
        's',
        [
          ['thief', 's', 1_200, 200],
          ['a', 's', 8_800, 100],
        ],
        { samples: ['s'] },
      ),
  ],
  'two-stars': [2, () => walletOf('s', [...LOOT, ['kraken', 's', 20_000, 60], ['s', 'mixer', 5, 30]])],
  'one-star': [
    1,
    () =>
      walletOf('s', [
        ['kraken', 's', 5_000, 300],
        ['listed', 's', 1_000, 200],
        ['s', 'casino', 200, 100],
      ]),
  ],
  'one-star-paid': [
    1,
    () =>
      walletOf('s', [
        ['kraken', 's', 9_000, 300],
        ['s', 'mixer', 900, 200],
        ['s', 'friend', 8_000, 100],
      ]),
  ],
  'one-star-own-label': [
    1,
    () =>
      walletOf('listed', [
        ['a', 'listed', 5_000, 300],
        ['listed', 'b', 5_000, 200],
      ]),
  ],
  'five-stars-returned': [
    5,
    () =>
      walletOf('s', [
        ['kraken', 's', 100_000, 300],
        ['thief', 's', 100_000, 200],
        ['s', 'thief', 100_000, 199],
      ]),
  ],
  'finding-no-records': [0, () => walletOf('nobody', EXPLAINED)],
  'finding-contact': [
    0,
    () =>
      walletOf('s', [
        ['casino', 's', 100, 300],
        ['a', 's', 99_900, 200],
      ]),
  ],
  'finding-none-found': [
    0,
    () =>
      walletOf('s', [
        ['bridge', 's', 4_000, 300],
        ['kraken', 's', 2_000, 200],
        ['a', 's', 4_000, 100],
      ]),
  ],
  'finding-too-little': [
    0,
    () =>
      walletOf('s', [
        ['a', 's', 4_000, 300],
        ['s', 'b', 9_000, 100],
      ]),
  ],
  payment: [5, () => paymentTo('friend', EXPLAINED, 4)],
  'planned-payment': [2, () => plannedBy('s', LOOT, 5_000)],
};

const FILES = new URL('../../../../../../../packages/testkit/src/results-of-3/', import.meta.url).pathname;

describe('the examples of results of version 3', () => {
  for (const name of RESULTS_OF_3) {
    const [stars, find] = EXAMPLES[name];
    it(`are what the engine answers: ${name}`, async () => {
      const found = await find();
      const ids = { sub_id: '0123456789abcdef0123456789abcdef', created_at: '2026-11-20T00:00:00.000Z' };
      const result = ResultOf3.parse({ ...ids, ...presentResult(factsOf(found.address), found, ANSWER) });
      expect(result.riskscore).toBe(stars);
      if (name.startsWith('finding-')) expect(`finding-${result.finding?.replaceAll('_', '-')}`).toBe(name);
      await expect(`${JSON.stringify(result, null, 2)}\n`).toMatchFileSnapshot(`${FILES}${name}.json`);
    });
  }

  it('are what tests and pages are given', () => {
    for (const name of RESULTS_OF_3) expect(resultOf3(name).riskscore).toBe(EXAMPLES[name][0]);
  });
});
