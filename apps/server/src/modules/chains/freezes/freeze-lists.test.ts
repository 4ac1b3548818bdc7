import { contractPage } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { EVENT_FREEZE_LISTS, titleOfFreezeList } from './freeze-lists.ts';

describe('the lists of freezes by events', () => {
  it('are those of Tether, Circle and Paxos, each with a label set of its own', () => {
    expect(EVENT_FREEZE_LISTS.map(({ setName }) => setName)).toEqual([
      'freezes-usdt-trx',
      'freezes-usdt-eth',
      'freezes-usdt-polygon',
      'freezes-usdt-arb',
      'freezes-usdt-avax',
      'freezes-usdc-eth',
      'freezes-usdc-trx',
      'freezes-usdc-polygon',
      'freezes-usdc-op',
      'freezes-usdc-arb',
      'freezes-usdc-avax',
      'freezes-paxg-eth',
    ]);
    const [tron] = EVENT_FREEZE_LISTS;
    expect(tron).toMatchObject({ issuer: 'Tether', contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
    expect(tron && titleOfFreezeList(tron)).toBe('Freezes by Tether: USDT on Tron');
  });

  it('have contracts with a page each', () => {
    for (const { network, contract } of EVENT_FREEZE_LISTS) {
      expect(contractPage(network, contract)).toContain(contract);
    }
  });
});
