import { buildLabel } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { Payments, UNITS_PER_USD } from './payments.ts';
import { Rater3, rateUnmoved3 } from './rate-3.ts';
import { EVERY_SERVICE } from './reviewed-list.ts';
import type { World } from './world.ts';

const named = (entity: string, category: 'exchange_licensed' | 'stolen_coins' | 'scam') =>
  buildLabel({ entity, category, confidence: 100 });

function worldOf(payments: Payments, own: Partial<World> = {}): World {
  return {
    network: 'BSC',
    records: { kind: 'account', transfers: payments.transfers },
    labels: new Map([
      ['exchange', [named('Exchange', 'exchange_licensed')]],
      ['thief', [named('Thief', 'stolen_coins')]],
      ['subject', [named('Subject', 'scam')]],
    ]),
    isWhole: true,
    notReadWhole: new Set(),
    reviewedList: EVERY_SERVICE,
    usdPerUnit: 1 / UNITS_PER_USD,
    now: payments.end,
    ...own,
  };
}

function paid(...from: readonly string[]): Payments {
  const payments = new Payments();
  for (const sender of from) payments.pay(sender, ['subject', 1_000]);
  return payments;
}

describe('what version 3 makes of an address of the scorecard', () => {
  it('is decided by its own label, and without it by what came in', async () => {
    const rater = new Rater3(worldOf(paid('exchange')));
    expect(await rater.rate('subject')).toMatchObject({ stars: 1, finding: null, reason: 'own_label' });
    expect(await rater.rateLeftOut('subject')).toMatchObject({ stars: 5, reason: 'explained' });
    expect(await rater.rate('subject')).toMatchObject({ stars: 1 });
  });

  it('is a finding with its figures where too little is explained', async () => {
    const rated = await new Rater3(worldOf(paid('stranger', 'stranger'))).rateLeftOut('subject');
    expect(rated).toMatchObject({ stars: 0, finding: 'none_found' });
    expect(rated.why).toContain('100.00% unknown');
  });

  it('has three stars at least in a sample, and no origin of what was not read whole', async () => {
    const sample = new Rater3(worldOf(paid('thief'), { isWhole: false }));
    expect(await sample.rateLeftOut('subject')).toMatchObject({ stars: 3, reason: 'sample_three' });
    const unread = new Rater3(worldOf(paid('exchange'), { notReadWhole: 'all' }));
    expect(await unread.rateLeftOut('subject')).toMatchObject({ stars: 0, finding: 'too_little' });
  });

  it('is asked too what a payment of all that it holds would be', async () => {
    const rater = new Rater3(worldOf(paid('thief')));
    expect(await rater.ratePaying('exchange')).toBeNull();
    expect(await rater.ratePaying('subject')).not.toBeNull();
  });

  it('is by the label alone where no record names it, and nothing for a mint address', async () => {
    expect(await rateUnmoved3('BTC', 'thief', [named('Thief', 'stolen_coins')])).toMatchObject({ stars: 1 });
    expect(await rateUnmoved3('BTC', 'nobody', [])).toMatchObject({ stars: 0, finding: 'no_records' });
    const zero = '0x0000000000000000000000000000000000000000';
    expect(await rateUnmoved3('ETH', zero, [])).toMatchObject({ stars: 0, finding: 'nobody' });
  });
});
