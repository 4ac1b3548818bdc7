import type { Label, RawTransaction } from '@assay/exposure';
import { buildLabel } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { labelsByMethod2 } from './derived-labels.ts';
import { Payments, UNITS_PER_USD } from './payments.ts';
import { Rater } from './rate.ts';
import { EVERY_SERVICE } from './reviewed-list.ts';
import type { World } from './world.ts';

const EXCHANGE = buildLabel({ entity: 'Kraken', category: 'exchange_licensed', confidence: 100 });

const worldOf = (payments: Payments, labels: Readonly<Record<string, readonly Label[]>>): World => ({
  network: 'BSC',
  records: { kind: 'account', transfers: payments.transfers },
  labels: new Map(Object.entries(labels)),
  isWhole: true,
  notReadWhole: new Set(),
  reviewedList: EVERY_SERVICE,
  usdPerUnit: 1 / UNITS_PER_USD,
  now: payments.end,
});

describe('labels of version 2 in memory', () => {
  it('name a deposit address that is swept within a day, and not one that waits', () => {
    const payments = new Payments();
    for (const wait of [1, 40]) {
      for (let round = 0; round < 2; round += 1) {
        payments.pay('customer', [`deposit-${wait}`, 100]);
        payments.wait(wait);
        payments.pay(`deposit-${wait}`, ['exchange', 100]);
      }
    }
    const labels = labelsByMethod2(worldOf(payments, { exchange: [EXCHANGE] }));
    expect(labels.get('deposit-1')).toMatchObject([{ entity: 'Kraken', derivedBy: 'deposit_address' }]);
    expect(labels.get('deposit-40')).toBeUndefined();
  });

  it('are lent within a cluster, and never decide about its other addresses', async () => {
    const joint: RawTransaction = {
      ...{ transactionId: 'joint', block: 2, transactionIndex: 0, time: 1_700_000_000, coinbase: false },
      inputs: [
        { transactionId: 'old-1', index: 0, owner: 'named', amount: 600n },
        { transactionId: 'old-2', index: 0, owner: 'other', amount: 600n },
      ],
      outputs: [{ index: 0, owner: 'somebody', amount: 1_100n }],
    };
    const thief = buildLabel({ entity: 'Thief', category: 'stolen_coins', confidence: 100 });
    const world: World = {
      network: 'BTC',
      records: { kind: 'utxo', transactions: [joint] },
      labels: new Map([['named', [thief]]]),
      isWhole: false,
      notReadWhole: new Set(),
      reviewedList: EVERY_SERVICE,
      usdPerUnit: null,
      now: 1_800_000_000,
    };
    expect(labelsByMethod2(world).get('other')).toMatchObject([{ entity: 'Thief', derivedBy: 'cluster' }]);
    const rater = new Rater(world);
    expect((await rater.rate('2', 'named')).identity?.entity).toBe('Thief');
    expect((await rater.rate('2', 'other')).identity).toBeNull();
    expect((await rater.rate('2', 'somebody')).stars).toBe(1);
  });

  it('can be left out rule by rule', () => {
    const payments = new Payments();
    payments.pay('customer', ['deposit', 100]);
    payments.pay('deposit', ['exchange', 50]);
    payments.pay('deposit', ['exchange', 50]);
    const world = worldOf(payments, { exchange: [EXCHANGE] });
    expect(labelsByMethod2(world).get('deposit')).toHaveLength(1);
    expect(labelsByMethod2(world, new Set()).get('deposit')).toBeUndefined();
  });
});
