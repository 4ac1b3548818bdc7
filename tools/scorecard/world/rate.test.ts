import { findAsset } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { Rater } from './rate.ts';
import { EVERY_SERVICE } from './reviewed-list.ts';
import type { World } from './world.ts';

const SHOP = 'shop';
const CUSTOMER = 'customer';
/** A coin mined in 2014, of which 117,481 base units go to a shop. */
const MINED = 50_000_000n;
const PAID = 117_481n;
const DAY_IN_2014 = 1_400_000_000;

const pays = (id: string, place: number, from: string | null, outputs: readonly (readonly [string, bigint])[]) => ({
  ...{ transactionId: id, block: place, transactionIndex: 0, time: DAY_IN_2014 + place * 600, coinbase: from === null },
  inputs: from === null ? [] : [{ transactionId: from, index: 0, owner: null, amount: null }],
  outputs: outputs.map(([owner, amount], index) => ({ index, owner, amount })),
});

const world: World = {
  ...{
    network: 'BTC',
    labels: new Map(),
    isWhole: true,
    notReadWhole: new Set(),
    reviewedList: EVERY_SERVICE,
    usdPerUnit: null,
    now: DAY_IN_2014 + 86_400,
  },
  records: {
    kind: 'utxo',
    transactions: [
      pays('mined', 1, null, [[CUSTOMER, MINED]]),
      pays('paid', 2, 'mined', [
        [SHOP, PAID],
        [CUSTOMER, MINED - PAID],
      ]),
    ],
  },
};

describe('what a version is asked about an address of the scorecard', () => {
  const asset = findAsset('BTC') ?? expect.fail('BTC is not listed');

  it('has the bounds of the year in place of a price, for version 2 alone, as a check has them', async () => {
    const rater = new Rater({ ...world, asset });
    // The lowest and the highest close of 2014 are $311.07 and $919.24.
    expect((await rater.inputOf('2', SHOP)).usdBounds).toEqual({ bwd: { low: 0.37, high: 1.08 }, fwd: null });
    expect((await rater.inputOf('1', SHOP)).usdBounds).toBeUndefined();
  });

  it('has none where a price is known, where the asset has no row, and where the units are invented', async () => {
    const priced = new Rater({ ...world, asset, usdPerUnit: 1e-8 });
    const unlisted = new Rater({ ...world, asset: findAsset('BCH') ?? expect.fail('BCH is not listed') });
    for (const rater of [priced, unlisted, new Rater(world)])
      expect((await rater.inputOf('2', SHOP)).usdBounds).toEqual({ bwd: null, fwd: null });
  });
});
